class User < ApplicationRecord
  devise :registerable, :quiet, :link_authenticatable
end
