class Method
  def curry(*arity) = to_proc.curry(*arity)
  def inspect = "#<Method: #{owner}##{name}>"
end
