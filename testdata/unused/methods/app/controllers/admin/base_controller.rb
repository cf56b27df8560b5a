module Admin
  class BaseController < ::ApplicationController
    def show; end
  end
end
