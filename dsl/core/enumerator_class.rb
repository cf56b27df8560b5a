# Methods of the class Enumerator.
class << Enumerator
  forks def produce(first = NONE)
    raise ArgumentError, "no block given" unless block_given?
    Enumerator.new(Float::INFINITY) do |y|
      v = NONE.equal?(first) ? yield : first
      loop do
        y << v
        v = yield(v)
      end
    end
  end
end
