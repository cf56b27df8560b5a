# An ensure clause runs whichever way the condition leaves the code before it.
Rails.application.routes.draw do
  def pages
    return 1 if S.return?
    get "a1", to: "x#y"
    2
  ensure
    get "a2", to: "x#y"
  end
  get "a3", to: "x#y" if pages == 2
  def both
    list = []
    begin
      return list << "one" if S.one?
      list << "some"
      return list << "two" if S.two?
      list << "more"
    ensure
      list << "last"
      list.each { |n| get "b-#{n}", to: "x#y" }
    end
    get "b", to: "x#y"
  end
  both
  %w[c d].each do |n|
    next get("#{n}-next", to: "x#y") if S.next?(n)
    begin
      break if S.break?(n)
      get "#{n}-in", to: "x#y"
    ensure
      get "#{n}-ensure", to: "x#y"
    end
    get n, to: "x#y"
  end
  begin
    begin
      raise ArgumentError, "no" if S.raise?
      get "e1", to: "x#y"
    ensure
      get "e2", to: "x#y"
    end
    get "e3", to: "x#y"
  rescue ArgumentError => e
    get "e-#{e.message}", to: "x#y"
  end
  catch(:done) do
    begin
      throw :done if S.throw?
      get "f1", to: "x#y"
    ensure
      get "f2", to: "x#y"
    end
    get "f3", to: "x#y"
  end
end
