class Member < ApplicationRecord
  base = %i[two_factor_authenticatable recoverable registerable].freeze
  all = base - [:registerable] + (true ? [:confirmable] : [:lockable])
  devise *all, :trackable
end
