class Guest < ApplicationRecord
  devise :ldap_authenticatable, :database_authenticatable, :recoverable
end
