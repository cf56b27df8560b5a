# What is there under a condition only: methods, variables, constants, members of structs, elements of lazy lists.
# S.x? true false
# S.y? true false
# S.n? true false
Rails.application.routes.draw do
  extra = Object.new
  if S.x?
    def extra.foo = nil
    @iv = 1
    $there = 1
    module Parts
      Z = 1
      A = 2
      def self.q = nil
      def later = nil
    end
  else
    module Parts
      B = 3
    end
  end
  get "r1", to: "x#y" if extra.respond_to?(:foo)
  get "r2", to: "x#y" if defined?(@iv)
  get "r3", to: "x#y" if instance_variable_defined?(:@iv)
  get "r4", to: "x#y" if Parts.respond_to?(:q)
  get "r5", to: "x#y" if Parts.method_defined?(:later)
  get "r6", to: "x#y" if Parts.const_defined?(:Z)
  Parts.constants.sort.each { |name| get name.to_s.downcase, to: "x#y" } if S.x?
  flag = Struct.new(:name, :on)
  [flag.new("blog", S.y?), flag.new("shop", true)].each { |f| get f.name, to: "x#y" if f.on }
  one = flag.new("k", S.n?)
  get "k", to: "x#y" if one.on
  one.on = false if S.y?
  get "l", to: "x#y" if one.on
  one.on = S.y?
  get "m", to: "x#y" unless one.on
  [1, 2].lazy.select { |i| S.y? }.each { |i| get "s#{i}", to: "x#y" }
  [1, 2].lazy.reject { |i| i > 1 && S.y? }.map { |i| i + 1 }.each { |i| get "t#{i}", to: "x#y" }
  send(S.x? ? :get : :post, "v", to: "x#y")
  get "u", to: "x#y" if TrueClass === S.n?
end
