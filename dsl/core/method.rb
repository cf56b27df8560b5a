class Method
  def curry(*arity) = to_proc.curry(*arity)
  forks def >>(other) = Primitive.composed(self, other, other)
  forks def <<(other) = Primitive.composed(other, self, other)

  def inspect
    owner = Primitive.definer(self)
    single = owner.singleton_class? && owner.attached_object
    return Primitive.signature(self, "#{receiver.inspect}#{"(#{single.inspect})" unless receiver.equal?(single)}.") if single
    of = Module === receiver ? receiver.singleton_class : receiver.class
    Primitive.signature(self, "#{of}#{"(#{owner})" unless of == owner}#")
  end
  alias to_s inspect
end
