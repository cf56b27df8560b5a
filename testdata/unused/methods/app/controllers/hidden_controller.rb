class HiddenController < ApplicationController
  def index; end

  protected

  def a; end

  public

  def b; end

  private

  def c; end
  attr_reader :d
  define_method(:e) { }

  def f; end
  public :f

  undef_method :shared

  public

  def g; end
  undef g

  if true
    def h; end
  end
end
