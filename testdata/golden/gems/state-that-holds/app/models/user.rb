class User < ApplicationRecord
  devise :database_authenticatable, :wave, :early
end
