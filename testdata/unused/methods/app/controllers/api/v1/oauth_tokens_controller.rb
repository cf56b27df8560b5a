module Api
  module V1
    class OauthTokensController < ActionController::API
      def index; end
    end
  end
end
