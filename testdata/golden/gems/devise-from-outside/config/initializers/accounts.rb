module Accounts
  extend ActiveSupport::Concern

  included { devise :recoverable }
end

module Confirmed
  def self.prepended(base)
    base.devise :confirmable
  end
end

User.class_eval do
  devise :registerable
  devise :confirmable if Rails.env.production?
end
Admin.class_eval { |model| model.devise :lockable, unlock_strategy: :email }
Person.devise :confirmable, :recoverable
Member.include Accounts
Guest.send(:prepend, Confirmed)
if Rails.env.development?
  Guest.class_eval { devise :lockable }
else
  Guest.class_eval { devise :recoverable }
end
