class User < ApplicationRecord
  modules = [:confirmable, :database_authenticatable, :lockable, :omniauthable]
  modules << :timeoutable
  modules.delete(:lockable)
  modules += [:recoverable, omniauth_providers: %i[github]]

  devise(*modules)

  def self.modules = modules = [:lockable]
end
