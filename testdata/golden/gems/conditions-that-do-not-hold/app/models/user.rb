class User < ApplicationRecord
  MODULES = [:database_authenticatable, *([:rememberable] if Settings.on?)].freeze
  devise(*MODULES, :omniauthable)
  include Notified if Settings.on?
  include Ended
  devise :confirmable unless Rails.env.development?
  if Settings.on?
    devise :registerable
  elsif Settings.off?
    devise :timeoutable
  else
    devise :trackable
  end
  Settings.off? && devise(:lockable, unlock_strategy: :email)
  Settings.on? || Rails.env.test? ? devise(:validatable) : nil
  %i[trackable recoverable].each { |name| devise name unless name == :recoverable && Settings.off? }
  case Settings.on?
  when true then devise :lockable, unlock_strategy: :time
  end
  def self.later
    devise :confirmable
  end
end
