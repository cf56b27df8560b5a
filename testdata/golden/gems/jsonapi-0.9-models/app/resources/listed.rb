module Listed
  extend ActiveSupport::Concern

  included do
    has_many :followers
  end
end
