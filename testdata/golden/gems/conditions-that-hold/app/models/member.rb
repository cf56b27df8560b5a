class Member < User
  PROVIDERS = %i[github]
  PROVIDERS << :gitlab if Settings.on?
  devise :omniauthable, omniauth_providers: PROVIDERS
  devise :confirmable if Settings.off?
end
