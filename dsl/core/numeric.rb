# ActiveSupport: core_ext/numeric.
class Numeric
  def nonzero? = zero? ? nil : self
  def bytes = self
  alias byte bytes
  def kilobytes = self * 1024
  alias kilobyte kilobytes
  def megabytes = kilobytes * 1024
  alias megabyte megabytes
  def gigabytes = megabytes * 1024
  alias gigabyte gigabytes
  def terabytes = gigabytes * 1024
  alias terabyte terabytes
  def petabytes = terabytes * 1024
  alias petabyte petabytes
  def exabytes = petabytes * 1024
  alias exabyte exabytes
  def seconds = ActiveSupport::Duration.new(self, {seconds: self})
  alias second seconds
  def minutes = ActiveSupport::Duration.new(self * 60, {minutes: self})
  alias minute minutes
  def hours = ActiveSupport::Duration.new(self * 3600, {hours: self})
  alias hour hours
  def days = ActiveSupport::Duration.new(self * 86400, {days: self})
  alias day days
  def weeks = ActiveSupport::Duration.new(self * 604800, {weeks: self})
  alias week weeks
  def fortnights = (self * 2).weeks
  alias fortnight fortnights
  def in_milliseconds = self * 1000
end
