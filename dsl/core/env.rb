class ENV
  def to_s = "ENV"
  def rehash = nil
  def freeze = raise(TypeError, "cannot freeze ENV")
  def clone(**) = raise(TypeError, "Cannot clone ENV, use ENV.to_h to get a copy of ENV as a hash")
  def dup = raise(TypeError, "Cannot dup ENV, use ENV.to_h to get a copy of ENV as a hash")
end
