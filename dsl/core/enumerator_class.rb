# Methods of the class Enumerator.
class << Enumerator
  forks def produce(first = none = true)
    raise ArgumentError, "no block given" unless block_given?
    Enumerator.new(Float::INFINITY) do |y|
      v = none ? yield : first
      loop do
        y << v
        v = yield(v)
      end
    end
  end
end
