Rails.application.routes.draw do
  x = S.a? ? "p" : "q"
  get "a", to: "a#b" if [x].include?("p")
  get "b", to: "a#b" if [x, "z"].count("p") == 1
  get "c", to: "a#b" if ([x] - ["p"]).empty?
  case "p"
  when x then get "d", to: "a#b"
  end
  get "f", to: "a#b" if [x].any?("p")
  get "g", to: "a#b" if { k: x }.value?("p")

  list = %w[r]
  list << "s" if S.b?
  for name, action in { t: "a#b", u: "a#c" } do get name, to: action end
  for name in list
    break if name == "s" && S.c?
    get name, to: "a#b"
  end
  picked = loop do
    if S.d? then break "v" else break "w" end
  end
  get "h", to: "a#b" if picked == "v"
end
