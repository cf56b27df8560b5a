class ActionDispatch::Routing::Mapper
  alias_method :plain_get, :get

  def get(path, ...)
    plain_get("v1/#{path}", ...)
  end
end
