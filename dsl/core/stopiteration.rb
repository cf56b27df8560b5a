class StopIteration
  def result = @__result
end
