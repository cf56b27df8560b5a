# Methods of Data that are made of others.
class Data
  def with(**changes) = changes.empty? ? self : self.class.new(**to_h, **changes)
end
