# Methods of Object that are made of others.
class Object
  # showsParts
  def to_json(*) = ActiveSupport::JSON.encode(self)
end
