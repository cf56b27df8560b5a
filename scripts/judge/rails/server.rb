# frozen_string_literal: true

# Writes what Rails' middleware makes of headers and parameters, for the tests of serve.
require_relative "boot"
require "json"
require "action_dispatch"
require "active_support/parameter_filter"
require "rails"
require "rails/application/configuration"

CASES = [
  [["passw", "email", "_key"], { "password" => "a", "user" => { "Email" => "b", "name" => "c" }, "api_key" => 1, "key" => 2, "list" => [{ "email" => 1 }, 2] }],
  [["card.code"], { "card" => { "code" => "a", "codes" => "b" }, "code" => "c", "discard" => { "code" => "d" } }],
  [["a.b.c"], { "a" => { "b" => { "c" => 1, "d" => 2 }, "c" => 3 }, "x" => { "a" => { "b" => [{ "c" => 4 }] } } }],
  [[/\Apin\z/, /\Apin_/], { "pin" => 1, "pin_code" => 2, "shipping" => 3, "PIN" => 4 }],
  [[/\Auser\.name\z/, "secret"], { "user" => { "name" => 1, "names" => 2 }, "secrets" => [1, { "x" => 2 }], "name" => 3 }],
  [["token"], { "token" => { "a" => 1 }, "tokens" => nil, "x" => [[{ "token" => 1 }]] }],
  [["c++", "(x)"], { "c++" => 1, "cc" => 2, "(X)" => 3 }],
].freeze

QUERIES = ["a=1&password=secret&b", "password=", "password", "a=1;token=2&c=3", "token[a]=1&x[token]=2", "&&token=1&", "a==b&email=x=y", "pass%20w=1"].freeze

IDS = ["abc-123_@", "a b\tc", "é", "x" * 300, "a/b?c", "<script>"].freeze

def request(filters, query) = ActionDispatch::Request.new("QUERY_STRING" => query, "PATH_INFO" => "/p", "SCRIPT_NAME" => "", "action_dispatch.parameter_filter" => filters)

def identity(id)
  seen = nil
  app = ActionDispatch::RequestId.new(->(env) { seen = ActionDispatch::Request.new(env).request_id; [200, {}, []] }, header: "X-Request-Id")
  app.call("HTTP_X_REQUEST_ID" => id)
  seen
end

def redirect(verb, url)
  app = ActionDispatch::SSL.new(->(_) { [200, {}, []] }, ssl_default_redirect_status: 308) # as load_defaults has it
  status, headers = app.call(Rack::MockRequest.env_for(url, method: verb))
  [status, headers["location"] || headers["Location"]]
end

defaults = Rails::Application::Configuration.new(Pathname("/")).tap { |c| c.load_defaults "8.1" }.action_dispatch.default_headers
puts JSON.pretty_generate(
  "filters" => CASES.map { |filters, params|
    { "names" => filters.map { |f| f.is_a?(Regexp) ? { "regexp" => f.source } : f }, "params" => params, "filtered" => ActiveSupport::ParameterFilter.new(filters).filter(params) }
  },
  "queries" => QUERIES.map { |q| [q, request(%w[passw email token], q).filtered_path.delete_prefix("/p").delete_prefix("?")] },
  "ids" => IDS.map { |id| [id, identity(id)] },
  "headers" => defaults,
  "redirects" => [%w[GET http://a.example/b?c=d], %w[POST http://a.example:3000/b], %w[HEAD http://[::1]:80/], %w[PUT http://[::1]/x]].map { |verb, url| [verb, url, *redirect(verb, url)] },
  "hsts" => ActionDispatch::SSL.new(->(_) { [200, {}, []] }).call(Rack::MockRequest.env_for("https://a.example/"))[1].then { |h| h["strict-transport-security"] || h["Strict-Transport-Security"] },
)
