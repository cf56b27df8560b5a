class Exception
  def message = to_s
  def set_backtrace(lines) = lines
  def inspect = to_s.empty? ? self.class.to_s : "#<#{self.class}: #{self}>"
  def detailed_message(**) = "#{message} (#{self.class})"
  alias full_message detailed_message
  def ==(other) = equal?(other) || self.class == other.class && to_s == other.to_s && backtrace == other.backtrace
end
