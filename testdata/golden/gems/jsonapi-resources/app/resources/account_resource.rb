class AccountResource < JSONAPI::Resource
  singleton
  has_many :plains
  has_one :plain
end
