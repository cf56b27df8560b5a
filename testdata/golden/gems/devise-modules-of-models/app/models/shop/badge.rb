module Shop::Badge
  extend ActiveSupport::Concern
  included { devise :lockable, unlock_strategy: :time }
end
