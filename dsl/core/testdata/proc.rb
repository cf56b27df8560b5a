->(a, b) { [a, b] }.curry[1][2]
->(a, b, c) { [a, b, c] }.curry[1, 2][3]
->(*a) { a }.curry(3)[1][2, 3, 4]
->(a, b) { [a, b] }.curry(3)
->(a, b) { [a, b] }.curry("x")
->(a, k: 3) { [a, k] }.curry[1]
proc { |a, b| [a, b] }.curry[1, 2]
proc { |a, b| [a, b] }.curry(nil)[1][2]
f = proc { |a, b| [a, b] }.curry; [f.lambda?, f.arity, f.parameters, f.source_location]
f = ->(a, b) { [a, b] }.curry; [f.lambda?, f.arity, f.parameters, f.source_location]
f = proc { |a, b| [a, b] } >> ->(x) { x }; [f.lambda?, f.arity, f.parameters, f.source_location]
[proc {} << ->(x) { x }, ->(x) { x } << proc {}, 5.method(:+) >> proc {}, 5.method(:+) << proc {}].map(&:lambda?)
(->(x) { x + 1 } >> ->(x) { x * 2 }).call(3)
(->(x) { x + 1 } << ->(x) { x * 2 }).call(3)
(:upcase.to_proc >> :to_sym.to_proc).call("a")
(5.method(:+) >> 2.method(:*)).call(1)
(5.method(:+) << 2.method(:*)).call(1)
(->(a, k: 1) { [a, k] } >> ->(x) { x }).call(1, k: 2)
(->(a, &b) { b.call(a) } >> ->(x) { x }).call(1) { |v| v + 1 }
[1, 2].map(&->(x) { x + 1 } >> ->(x) { x * 2 })
proc {} >> 3
3.method(:+) << nil
(->(x) { x } >> 5.method(:+)).call("a")
(->(x) { x } >> 5.method(:+)).call(1, 2)
(->(x) { x } >> :nope.to_proc).call("a")
(->(x) { break x } >> ->(x) { x + 1 }).call(1)
Proc.new { |a| a }.call(1)
Proc.new
[Proc.new { |a, b| [a, b] }.call([1, 2]), Proc.new { |a| a }.lambda?, Proc.new { |a, b = 1| a }.parameters]
->(a, b = 1, *c, d:, e: 2, **f, &g) {}.parameters
class A; def b(a) = a; end; m = A.new.method(:b); [m.name, m.owner, m.arity, m.unbind.bind(A.new).call(3), m.to_proc.lambda?, m.unbind.class, m.receiver.class, m === 4]
class A; define_method(:b) { |a, c = 1| [a, c] }; end; m = A.new.method(:b); [m.arity, m.parameters, m[2], m.unbind.name, [1].map(&m)]
a = proc { |x, y| [x, y] }; b = lambda(&a); [b.equal?(a), b.lambda?, a.lambda?, b.call(1)]
def m(&b) = lambda(&b); [m { |x| x }.lambda?, m { |x| x }.call]
[lambda(&:to_s).lambda?, lambda(&5.method(:+)).lambda?, lambda(&->(a) {}).lambda?, proc(&->(a) {}).lambda?, lambda { |a| a }.lambda?]
class A; B = proc { |x| x }; define_method(:b, &B); end; [A::B.lambda?, A.new.method(:b).to_proc.lambda?, A.new.b]
[->(a) {}.inspect, ->(a) {}.to_s, "#{proc {}}", [:a.to_proc].inspect, 5.method(:+).to_proc.inspect].map { |s| s.gsub(/:0x\h+| \S+(?=:1)/, "") }
