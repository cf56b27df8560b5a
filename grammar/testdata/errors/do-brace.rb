draw do {
  get "a"
}
