# frozen_string_literal: true

require "open3"
require "timeout"

# Runs programs that may take so long and no longer.
module Limited
  # What Open3.capture3 gives. A program that goes on is ended, and Timeout::Error raised.
  def self.capture3(*command, seconds:)
    Open3.popen3(*command, pgroup: true) do |input, out, err, process|
      input.close
      readers = [out, err].map { |io| Thread.new { io.read } }
      ended = process.join(seconds)
      Process.kill(:KILL, -process.pid) unless ended
      read = readers.map(&:value)
      raise Timeout::Error, "no end after #{seconds} seconds" unless ended

      [*read, process.value]
    end
  end
end
