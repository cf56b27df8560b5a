class MadeController < ActionController::Base
  define_method(:one) { }
  alias_method :two, :one
  alias three one
  class << self
    def four; end
  end
  def self.five; end
  attr_reader :reader
  attr_writer :writer
  class_attribute :setting
  delegate :size, to: :reader
end
