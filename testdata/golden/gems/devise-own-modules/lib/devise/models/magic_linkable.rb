module Devise
  module Models
    module MagicLinkable
      extend ActiveSupport::Concern
    end
  end
end
