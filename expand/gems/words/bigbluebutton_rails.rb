# BigbluebuttonRails: Mapper#bigbluebutton_routes, as of 2.2.
#
# module: BigbluebuttonRails
# newest: 3.2.0
# since: 2.3
# settings: BigbluebuttonRails.configuration
# word: bigbluebutton_routes
#   Maps the servers, rooms and recordings of conferences.
#   bigbluebutton_routes :default, scope: "webconf"
# word: bigbluebutton_api_routes
#   Maps the API of conference rooms.
#   bigbluebutton_api_routes "/api/conference"

Signalbox.settings routing_scope: [:text, "bigbluebutton"],
                   controllers: [:any, %i[servers rooms recordings playback_types meetings].to_h { |kind| [kind, "bigbluebutton/#{kind}"] }]

class ActionDispatch::Routing::Mapper
  def bigbluebutton_since?(version) = Gem::Version.new(BigbluebuttonRails::VERSION) >= Gem::Version.new(version)

  def bigbluebutton_controllers = BigbluebuttonRails.configuration.controllers

  def gem_bigbluebutton_routes(*params)
    options = params.extract_options!
    send("bigbluebutton_routes_#{params[0]}", options)
  end

  def gem_bigbluebutton_api_routes(api_scope = "/api/conference")
    scope api_scope do
      resources :rooms, only: [] do
        collection { get :index, to: "bigbluebutton/api/rooms#index" }
        member do
          get :running, to: "bigbluebutton/api/rooms#running"
          post :join, to: "bigbluebutton/api/rooms#join"
        end
      end
    end
  end

  def bigbluebutton_routes_default(options)
    kinds = %w[servers rooms recordings playback_types]
    kinds << "meetings" if bigbluebutton_since?("3")
    only = options.fetch(:only, kinds)
    bigbluebutton_controllers.merge!((options[:controllers] || {}).slice(*bigbluebutton_controllers.keys))
    options.fetch(:scope) { BigbluebuttonRails.configuration.routing_scope }.then do |path|
      scope path, as: options.fetch(:as, path) do
        kinds.each { |kind| send("bigbluebutton_#{kind}") if only.include?(kind) }
      end
    end
  end

  def bigbluebutton_routes_room_matchers(_options) = bigbluebutton_rooms

  def bigbluebutton_servers
    resources :servers, controller: bigbluebutton_controllers[:servers] do
      member do
        %i[activity rooms recordings check].each { |action| get action }
        %i[publish_recordings unpublish_recordings fetch_recordings].each { |action| post action }
      end
    end
  end

  def bigbluebutton_rooms
    resources :rooms, controller: bigbluebutton_controllers[:rooms] do
      member do
        %i[join running end invite join_mobile].each { |action| get action }
        post :join
        post :fetch_recordings
        get :recordings
        post :generate_dial_number
      end
    end
  end

  def bigbluebutton_recordings
    resources :recordings, except: [:new, :create], controller: bigbluebutton_controllers[:recordings] do
      member do
        get :play
        post :publish
        post :unpublish
      end
    end
  end

  def bigbluebutton_playback_types
    resources :playback_types, only: [:update], controller: bigbluebutton_controllers[:playback_types]
  end

  def bigbluebutton_meetings
    resources :meetings, only: [:destroy, :update, :edit], controller: bigbluebutton_controllers[:meetings]
  end
end
