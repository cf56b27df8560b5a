class UnboundMethod
  def bind_call(receiver, *args, **options, &block) = bind(receiver).call(*args, **options, &block)
  def inspect = Primitive.signature(self, "#{owner}#")
  alias to_s inspect
end
