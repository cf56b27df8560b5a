# Methods of Enumerator that are made of its each, which returns what its method does.
class Enumerator
  enumerator forks def with_index(offset = 0)
    i = Primitive.int(Float === offset ? offset.to_i : offset || 0) - 1
    each { |*values| yield values.size > 1 ? values : values[0], i += 1 }
  end

  enumerator forks def each_with_index
    i = -1
    each { |*values| yield values.size > 1 ? values : values[0], i += 1 }
  end

  enumerator opaque forks def with_object(memo)
    each { |*values| yield values.size > 1 ? values : values[0], memo }
    memo
  end
  alias each_with_object with_object
end
