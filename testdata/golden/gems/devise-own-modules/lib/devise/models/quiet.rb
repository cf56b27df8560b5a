module Devise::Models::Quiet
end
