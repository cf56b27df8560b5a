class User < ApplicationRecord
  devise :recoverable
end
