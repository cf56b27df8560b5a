# ActiveSupport::Duration::Scalar: a number to the left of a duration.
class Scalar
  private def initialize(value)
    @value = value
  end

  def +(other) = other + @value
  def -(other) = -other + @value
  def *(other) = other * @value
  def /(other) = @value / other.value
  def %(other) = ActiveSupport::Duration.new(@value, {seconds: @value}) % other
  def <=>(other) = @value <=> other.value
end
