class User < ApplicationRecord
  devise :database_authenticatable, :recoverable
  devise :confirmable if :email_verification
  devise :lockable unless Rails.env.development?
end
