# Enumerators that are read from outside: where they are depends on conditions.
Rails.application.routes.draw do
  letters = %w[a b c].each
  letters.next if S.skip?
  get "peek-a", to: "x#y" if letters.peek == "a"
  get "next-b", to: "x#y" if letters.next == "b"
  letters.rewind
  get letters.next, to: "x#y"
  letters.rewind if S.again?
  get "again", to: "x#y" if letters.next == "a"

  pairs = { a: 1, b: 2 }.each
  pairs.next if S.skip?
  get "pair-b", to: "x#y" if pairs.next.first == :b
  get "ended", to: "x#y" if (pairs.next rescue "stop") == "stop"

  some = Enumerator.new { |y| y << :a; y << :b if S.skip?; y << :d }
  get "some-#{some.next}", to: "x#y"
  get "some-b", to: "x#y" if some.next == :b
  get "some-d", to: "x#y" if (some.next rescue :none) == :d
end
