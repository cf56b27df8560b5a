class Method
  def curry(*arity) = to_proc.curry(*arity)
  forks def >>(other) = Primitive.composed(self, other, other)
  forks def <<(other) = Primitive.composed(other, self, other)
  def inspect = "#<Method: #{owner}##{name}>"
end
