# Bodies of requests as parameters, and JSON that a block reads itself.
Rails.application.routes.draw do
  post "params", to: redirect { |p, r| "/v?" + r.request_parameters.inspect.to_query("v") }
  post "types", to: redirect { |p, r| "/v?" + [r.content_mime_type.to_s, r.media_type, r.form_data?].inspect.to_query("v") }
  get "json", to: redirect { |p, r|
    begin
      v = JSON.parse(r.query_parameters["q"])
      "/v?" + [v, v.to_json].inspect.to_query("v")
    rescue JSON::NestingError then "/nesting"
    rescue JSON::ParserError then "/error"
    end
  }
end
