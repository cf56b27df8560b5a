# What a request tells a lambda: each method's value comes back in the location of a redirect.
Rails.application.routes.draw do
  show = ->(value) { "/v?" + value.to_json.to_query("v") }
  get "w/:word", to: redirect { |p, r| show[r.public_send(p[:word])] }
  match "m/:word", via: :all, to: redirect { |p, r| show[r.public_send(p[:word])] }
  get "q/:word", to: redirect { |p, r| show[r.public_send(:"#{p[:word]}?")] }
  get "tld/:word/:n", to: redirect { |p, r| show[r.public_send(p[:word], p[:n].to_i)] }
  get "h/:name", to: redirect { |p, r| show[r.headers[p[:name]]] }
  get "env/:name", to: redirect { |p, r| show[r.env[p[:name]]] }
  get "has/:name", to: redirect { |p, r| show[[r.headers.key?(p[:name]), r.has_header?(p[:name])]] }
  get "fetch/:name", to: redirect { |p, r| show[[r.headers.fetch(p[:name], "none"), r.headers.fetch(p[:name]) { |k| "no #{k}" }, r.fetch_header(p[:name]) { 1 }]] }
  get "cookie/:name", to: redirect { |p, r| show[[r.cookies[p[:name]], r.cookies.size]] }
  get "format(.:format)", to: redirect { |p, r| show[[r.format.to_s, r.format.symbol, r.format.ref, r.format == :json, r.format.html?, r.format.json?, r.formats.map(&:to_s)]] }
  get "accepts", to: redirect { |p, r| show[r.accepts.map { |t| t && t.to_s }] }
  get "params/:id", to: redirect { |p, r| show[[r.params[:id], r.params["id"], r.params[:a], r.path_parameters[:id], r.query_parameters[:a], r[:a]]] }
  get "verb", to: redirect { |p, r| show[[r.get?, r.head?, r.post?, r.request_method, r.method, r.request_method_symbol, r.method_symbol]] }
  scope "(:prefix)" do
    get "path", to: redirect { |p, r| show[[r.path, r.path_info, r.script_name, r.fullpath, r.original_fullpath, r.query_string, r.url, r.original_url]] }
  end
  get "no/:word", to: redirect { |p, r| show[r.public_send(p[:word])] }, as: :no
end
