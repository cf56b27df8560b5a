module Followed
  extend ActiveSupport::Concern

  included do
    has_many :followers, class_name: "Follow"
  end
end
