class ApplicationController < ActionController::Base
  before_action :authenticate
  helper_method :current_user

  def shared; end

  private

  def authenticate; end

  def current_user; end
end
