class UnboundMethod
  def bind_call(receiver, *args, **options, &block) = bind(receiver).call(*args, **options, &block)
  def inspect = "#<UnboundMethod: #{owner}##{name}>"
end
