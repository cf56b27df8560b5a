class Reader < User
  devise :omniauthable, omniauth_providers: []
  devise :validatable
end
