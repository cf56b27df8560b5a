# frozen_string_literal: true

# Times Rails' router for bench/routers:
#   journey.rb ROUTES BATCHES
# BATCHES is JSON, lists of [verb, path]; printed are the nanoseconds that one pass over each takes, the fastest of many.
require "json"
require_relative "boot"

file, batches = ARGV
app = Struct.new(:routes).new(ActionDispatch::Routing::RouteSet.new)
Rails.define_singleton_method(:application) { app }
load file
router = app.routes.router
router.eager_load! if router.respond_to?(:eager_load!)

def pass(router, requests)
  requests.each do |request|
    router.recognize(request) { break }
  end
end

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)

figures = JSON.parse(batches).map do |batch|
  requests = batch.map do |verb, path|
    ActionDispatch::Request.new(Rack::MockRequest.env_for(path, method: verb))
  end
  pass(router, requests)
  start = now
  pass(router, requests)
  passes = [2_000_000 / (now - start + 1), 1].max
  Array.new(30) do
    start = now
    passes.times { pass(router, requests) }
    (now - start).fdiv(passes)
  end.min
end
puts JSON.generate(figures)
