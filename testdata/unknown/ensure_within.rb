# Ensure clauses within each other, which may leave themselves.
Rails.application.routes.draw do
  def outer
    begin
      begin
        return if S.inner?
        get "a", to: "x#y"
      ensure
        get "b", to: "x#y"
        return if S.leaves?
        get "c", to: "x#y"
      end
      get "d", to: "x#y"
    ensure
      get "e", to: "x#y"
    end
    get "f", to: "x#y"
  end
  outer
  i = 0
  while i < 2
    begin
      i += 1
      next if S.next?(i)
      break if S.break?(i)
      get "g#{i}", to: "x#y"
    ensure
      get "h#{i}", to: "x#y" if S.also?
    end
  end
  begin
    raise "x" if S.raise?
    get "i", to: "x#y"
  rescue
    get "j", to: "x#y"
  else
    get "k", to: "x#y"
  ensure
    get "l", to: "x#y"
  end
end
