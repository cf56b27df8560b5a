class Account
  class_attribute :beta, default: false
end
