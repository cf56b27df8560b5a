class Member < ApplicationRecord
  devise :magic_linkable
end
