# ActiveModel::Type::Boolean.
class Boolean
  def cast(value)
    return nil if value.nil? || value == ""
    return value != 0 if value.is_a?(Integer)
    return !%w[0 f F false FALSE off OFF].include?(value.to_s) if value.is_a?(String) || value.is_a?(Symbol)
    value != false
  end

  alias deserialize cast
  alias serialize cast
  def type = :boolean
end
