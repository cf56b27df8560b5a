# Inline endpoints that make a request of their environment.
Rails.application.routes.draw do
  get "whoami/:id", to: ->(env) {
    request = ActionDispatch::Request.new(env)
    ok = request.path_parameters[:id] == "7" && request.params["q"] == "x" && request.get?
    [ok ? 200 : 404, ok ? {} : { "X-Cascade" => "pass" }, [ActiveSupport::JSON.encode(request.path_parameters)]]
  }
  get "whoami/:id", to: ->(env) {
    request = Rack::Request.new(env)
    ok = request.params == { "q" => "y" } && request.path == "/whoami/8" && request.host == "www.example.com"
    [ok ? 200 : 404, ok ? {} : { "X-Cascade" => "pass" }, []]
  }
  get "whoami/:id", to: "people#show"
end
