class LocalOnly
  def matches?(request) = request.local?
end
