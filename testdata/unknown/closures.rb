# Variables of scopes that a branch made: what lambdas keep of them is there under its condition.
Rails.application.routes.draw do
  counter = nil
  def counting(name)
    n = 0
    -> { n += 1; "#{name}#{n}" }
  end

  if S.a?
    counter = counting("a")
    [10].each { |i| m = i; counter = counting("b#{m}") if S.b? }
    counter.call
  end
  if S.a?
    if S.b?
      get counter.call, to: "x#both"
    else
      get counter.call, to: "x#first"
    end
  end

  steps = []
  [1, 2].each do |i|
    seen = "s#{i}"
    if S.c?
      seen += "c"
      steps << -> { seen += "!"; seen.size }
    else
      steps << -> { seen.size * 10 }
    end
  end
  if S.c?
    steps.each { |s| get "len#{s.call}/#{s.call}", to: "x#len" }
  else
    steps.each { |s| get "tens#{s.call}", to: "x#tens" }
  end
end
