# Methods of Struct that are made of others.
class Struct
  enumerator def each(&block)
    to_a.each(&block)
    self
  end

  enumerator def each_pair
    to_h.each { |pair| yield pair }
    self
  end

  def deconstruct_keys(names)
    return to_h if names.nil?
    raise TypeError, "wrong argument type #{names.class} (expected Array or nil)" unless Array === names
    names.size > members.size ? {} : to_h.slice(*names.take_while { |name| Symbol === name && members.include?(name) })
  end
end
