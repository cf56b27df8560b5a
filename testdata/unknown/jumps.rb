# Code behind next, break, return, throw and raise depends on the condition.
Rails.application.routes.draw do
  %w[a b].each do |n|
    next if S.skip?(n)
    break if S.stop?(n)
    get n, to: "x#y"
  end
  def pages(name)
    return get("only-#{name}", to: "x#y") if S.only?
    get name, to: "x#y"
  end
  pages "c"
  catch(:done) do
    throw :done if S.done?
    get "d", to: "x#y"
  end
  begin
    raise ArgumentError if S.bad?
    get "e", to: "x#y"
  rescue ArgumentError
    get "f", to: "x#y"
  end
  get "g", to: "x#y"
end
