# Enumerable and Array methods feeding the routes.
Rails.application.routes.draw do
  r = ->(*parts) { get ["e", *parts].join("/"), to: "enum#show", as: nil }
  nums = [5, 3, 8, 1, 9, 2]
  words = %w[pear fig apple kiwi fig]
  r[nums.sort.join, nums.sort { |a, b| b <=> a }.join, nums.sort_by { |n| [n % 2, -n] }.join, nums.minmax.join("-")]
  r[words.group_by(&:size).map { |k, v| "#{k}#{v.join("+")}" }.join("_"), words.tally.to_a.join, words.uniq.size]
  even, odd = nums.partition(&:even?)
  r[even.join, odd.join, nums.inject(:+), nums.inject { |a, b| a * b }, nums.reduce(10) { |s, x| s - x }, nums.sum { |x| x * 2 }]
  r[nums.each_slice(4).map(&:sum).join("-"), nums.each_cons(2).map { |a, b| b - a }.join("_"), nums.each_with_index.map { |n, i| n * i }.join("-")]
  r[nums.each_with_object([]) { |n, acc| acc << n if n > 4 }.join, nums.find { |n| n > 5 }, nums.find_index(8), nums.detect(&:zero?).inspect]
  r[nums.zip(words).flatten.compact.first(5).join("."), nums.zip([1], [2, 3]).last.inspect.length, [[1, :a], [2, :b]].to_h { |n, s| [s, n] }.keys.join]
  r[nums.take_while { |n| n != 8 }.join, nums.drop_while { |n| n != 8 }.join, nums.take(2).join, nums.drop(4).join, nums.first, nums.last(2).join]
  r[nums.chunk_while { |a, b| b == a + 1 }.to_a.size, [1, 2, 4, 5, 7].slice_when { |a, b| b != a + 1 }.map(&:first).join, [1, 1, 2].chunk(&:odd?).map { |k, v| "#{k}#{v.size}" }.join]
  r[nums.any? { |n| n > 8 }, nums.all?(Integer), nums.none?(100), nums.one? { |n| n == 9 }, nums.count(&:odd?), nums.include?(3), nums.member?(4), [nil, 1].any?, [].all?, [nil].none?]
  r[words.map.with_index(1) { |w, i| "#{i}#{w[0]}" }.join, words.each.with_index.select { |_, i| i.even? }.map(&:first).join("-"), words.each_with_index.max_by { |w, i| [w.size, i] }.first]
  r[words.max_by(&:length), words.min_by(&:length), words.min(2).join, words.max, words.sort.first, words.sort_by { |w| [-w.size, w] }.join("-")]
  r[nums.cycle.first(8).join, nums.lazy.map { |n| n * 2 }.select { |n| n > 5 }.first(2).join("-"), (1..Float::INFINITY).lazy.reject(&:odd?).map { |x| x + 1 }.first(3).join]
  r[[3, [1, [2, [4]]]].flatten.join, [3, [1, [2, [4]]]].flatten(1).size, [1, nil, false, 2].compact.size, [[1, 2], [3, 4]].transpose.flatten.join, [1, 2, 3].rotate.join, [1, 2, 3].rotate(-1).join]
  r[[1, 2, 3].combination(2).map(&:sum).join("-"), [1, 2, 3].permutation(2).count, [1, 2].product([3, 4]).map(&:join).join("-"), [1, 2, 3].each_entry.to_a.size]
  r[([1, 2] | [2, 3]).join, ([1, 2] & [2, 3]).join, ([1, 2, 2] - [2]).join, ([1] + [2]).join, ([1, 2] * 2).join, ([1, 2] * ","), [1, 2].union([5]).join, [1, 2].difference([1]).join, [1, 2].intersect?([2])]
  a = [1, 2, 3, 4, 5, 6]
  r[a[1..3].join, a[-2..].join, a[..1].join, a[1, 2].join, a.values_at(0, 2, -1).join, a.slice(2, 2).join, a.dig(1), a.at(-1)]
  a.push(7).unshift(0).insert(2, 99).delete_at(0)
  a << 8 << 9
  a.concat([10], [11])
  popped = a.pop
  shifted = a.shift
  a.delete(99)
  a.delete_if { |x| x == 4 }
  a.reject! { |x| x == 5 }
  a.select! { |x| x != 6 }
  a.map! { |x| x + 1 }
  r[a.join("-"), popped, shifted, a.index(8), a.rindex { |x| x > 3 }, a.length]
  a.keep_if(&:odd?).fill(0, 1, 1)
  a[0] = "z"
  a[5] = "q"
  a[1..2] = %w[m n o]
  r[a.map { |x| x.nil? ? "nil" : x }.join("-"), a.size, a.compact.size, Array.new(3) { |i| i * i }.join, Array.new(2, "ab").join, Array(nil).size, Array([1]).size, Array(1..3).join, Array({ k: 1 }).flatten.join]
  r[(1..10).step(3).to_a.join("-"), 1.step(10, 4).to_a.join("-"), 10.downto(8).to_a.join, 1.upto(3).map { |x| x }.join, 3.times.to_a.join, ("a".."e").to_a.join, ("aa".."ad").step(2).to_a.join("-"), ("a"..."d").include?("c"), (1..10) === 5, (1...10).size, (1..10).sum, ("A".."C").each_slice(2).to_a.size]
  r[(1..3).each_entry.map(&:to_s).join, (1..6).each_slice(2).to_h.values.join, (1..4).each_cons(2).to_a.length, (1..3).reduce(:*), (1..3).inject { |a2, b| a2 + b }, (1..4).partition(&:even?).map(&:sum).join("-"), (1..3).flat_map { |x| [x] * x }.join, (1..3).zip(4..6).map(&:sum).join]
  r[%w[a b c].each_with_index.to_h.map { |k, v| "#{k}#{v}" }.join, %w[x y].each_with_index.map { |(c), i| c * (i + 1) }.join("-"), [[1, [2, 3]]].map { |x, (y, z)| x + y + z }.first, [[1, 2], [3, 4]].sum { |x, y| x * y }]
  r[%w[b a].sort!.join, %w[b A c].sort_by(&:downcase).join, %w[a B].sort.join, %w[aa b].sort_by { _1.size }.join("-"), %w[p q].map { |x; y| y = x; y }.join, %w[a b].cycle(2).to_a.join, [3, 1, 2].sort.reverse.join, [1, 2, 3, 4].filter_map { |x| x * 2 if x.even? }.join]
  r[[1, 2, 3].bsearch { |x| x >= 2 }, [1, [2]].flatten!.join, [1].flatten!.inspect, [2, 1].sum.to_f, [0.1, 0.2].sum.round(2), %w[a b].sum(""), [[1], [2]].sum([]).join, %w[x].to_set.include?("x"), [1, 2, 2].to_set.size, [1, 2].assoc(1).inspect, [[1, 2]].assoc(1).join, [[1, 2]].rassoc(2).join]
  r[words.first.chars.sort.join, words.each_slice(2).map(&:first).join("-"), words.inject { |m, w| m.length > w.length ? m : w }, words.each_entry.first, words.to_a.equal?(words), words.dup.clear.empty?, words.find_all { |w| w =~ /i/ }.join("-"), words.grep(/^f/).size, words.grep_v(/^f/).join("-"), nums.grep(2..5).join, nums.grep(4..) { |x| x * 10 }.join("-")]
  e = [10, 20].each
  r[e.next, e.peek, e.next, (begin; e.next; rescue StopIteration; "stop"; end), e.size]
  gen = Enumerator.new { |y| y << 1; y.yield 2; y << 3 }
  r[gen.to_a.join, gen.next, gen.take(2).join, gen.with_index(5).map { |x, i| x * i }.join("-"), gen.each_with_object([]).to_a.size]
  fib = Enumerator.produce([0, 1]) { |x, y| [y, x + y] }
  r[fib.take(7).map(&:first).join("-"), fib.lazy.map(&:first).find { |x| x > 30 }]
  r[[1, 2, 3].in_groups_of(2, 0).flatten.join, [1, 2, 3].in_groups(2, false).map(&:size).join, [1, 2, 3, 4].split(3).map(&:size).join, %w[a b c].to_sentence.parameterize, [1, 2, 3].excluding(2).join, [1, 2].including(3).join, [1, 2, 3].second, [1, 2, 3].third, [1, 2, 3].from(1).join, [1, 2, 3].to(1).join, [1].many?, [1, 2].exclude?(3), [[:a, 1]].to_h.index_by { |k, v| v }.keys.join, %w[a b].index_with { |x| x * 2 }.values.join, [{ id: 1, n: "x" }, { id: 2, n: "y" }].pluck(:n).join, [{ id: 3 }].pick(:id), [1, 2, 3].extract! { |x| x > 1 }.join, [nil, "", "a"].compact_blank.size, Array.wrap(nil).size, Array.wrap("a").size, ["a", ["b"]].extract_options!.size]
end
