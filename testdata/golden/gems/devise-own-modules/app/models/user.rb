class User < ApplicationRecord
  devise :magic_linkable, :database_authenticatable, :quiet
end
