module Publishing
  extend ActiveSupport::Concern

  included do
    before_action :touch, only: :publish

    def edit; end
  end

  class_methods do
    def publishes(*) = nil
  end

  def publish; end
  def update; end

  private

  def touch; end
end
