# Thread::Backtrace::Location, of caller_locations.
class Location
  private def initialize(line, path, lineno, label)
    @line, @path, @lineno, @label = line, path, lineno, label
  end

  def to_s = @line
  def inspect = @line.inspect
  def path = @path
  alias absolute_path path
  def lineno = @lineno
  def label = @label
  alias base_label label
end
