# case, && and ||, unless and elsif.
Rails.application.routes.draw do
  case S.mode
  when :a then get "a", to: "x#y"
  when String then get "b", to: "x#y"
  else get "c", to: "x#y"
  end
  if S.a? && S.b?
    get "d", to: "x#y" if S.a?
    get "e", to: "x#y" unless S.b?
  elsif defined?(Gem1)
    get "f", to: "x#y"
  end
  S.a? || get("g", to: "x#y")
  flag = S.a?
  flag ||= S.b?
  get "h", to: "x#y" unless flag
end
