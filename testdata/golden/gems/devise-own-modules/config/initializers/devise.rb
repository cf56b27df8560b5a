require Rails.root.join("lib/devise/models/quiet.rb").to_s

module ActionDispatch
  module Routing
    class Mapper
      protected

      def devise_magic_link(mapping, controllers)
        resource :magic_link, only: [:new, :create], path: mapping.path_names[:magic_link], controller: controllers[:magic_links] do
          get :resend, path: mapping.path_names[:resend], as: "resend_#{mapping.name}"
        end
        get "#{mapping.fullpath}/#{mapping.singular}", to: "#{controllers[:tokens]}#show", as: :plain, via: mapping.sign_out_via
        get mapping.path, to: "classes#show", defaults: { of: mapping.class_name }, as: :class
      end
    end
  end
end

Devise.setup { |config| config.sign_out_via = :delete }
Devise.add_module :magic_linkable, route: { magic_link: [nil, :new] }, controller: :magic_links, model: Rails.root.join("lib/devise/models/magic_linkable").to_s
