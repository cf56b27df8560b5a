class Member < ApplicationRecord
  devise :saml_authenticatable, :trackable
end
