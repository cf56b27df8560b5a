# c
en:
  foo: bar
