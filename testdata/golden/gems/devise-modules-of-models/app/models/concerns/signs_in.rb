module SignsIn
  extend ActiveSupport::Concern

  included do
    devise :recoverable, :database_authenticatable
  end
end
