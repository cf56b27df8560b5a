# frozen_string_literal: true

# What Rails makes of a route set: the rows of its table, the answers to requests
# and the results of URL helpers, as plain values for JSON.
module Answers
  KINDS = { "Proc" => "proc", "ActionDispatch::Routing::Redirect" => "redirect" }.freeze

  # Instead of running a controller's action, the dispatcher notes its
  # parameters.
  module NoteParameters
    def serve(request)
      Answers.hit = request.path_parameters.dup
      [200, {}, []]
    end
  end
  ActionDispatch::Routing::RouteSet::Dispatcher.prepend(NoteParameters)

  # The route that answers is the last one whose endpoint was asked for.
  module NoteRoute
    def app
      Answers.route = self
      super
    end
  end

  class << self
    attr_accessor :hit, :route

    # Tells apart what JSON can't: symbols, regexps, ranges, other objects.
    def encode(value)
      case value
      when nil, true, false, Integer, Float, String then value
      when Symbol then { "sym" => value.name }
      when Regexp then { "regexp" => value.source, "options" => flags(value) }
      when Array then value.map { |item| encode(item) }
      when Hash then value.to_h { |key, item| [key.to_s, encode(item)] }
      when Range then { "range" => value.inspect }
      else { "obj" => without_addresses(value.inspect) }
      end
    end

    def flags(regexp)
      { "m" => Regexp::MULTILINE, "i" => Regexp::IGNORECASE, "x" => Regexp::EXTENDED }
        .select { |_, bit| regexp.options.anybits?(bit) }.keys.join
    end

    # Parameters of a request: strings, or symbols shown as strings.
    def parameters(value)
      case value
      when Hash then value.to_h { |key, item| [key.to_s, parameters(item)] }
      when Array then value.map { |item| parameters(item) }
      when Symbol then value.name
      else encode(value)
      end
    end

    def without_addresses(text) = text.to_s.scrub("?").gsub(/:?0x\h{8,}/, "")

    def kind(route)
      app = route.app
      target = app.rack_app
      if app.dispatcher?
        target.is_a?(ActionDispatch::Routing::RouteSet::StaticDispatcher) ? "static_dispatcher" : "dispatcher"
      elsif target.is_a?(ActionDispatch::Routing::Redirect) then "redirect"
      elsif target.is_a?(Proc) then "proc"
      else app.engine? ? "engine" : "rack"
      end
    end

    # One row of routes.json.
    def row(route, index)
      shown = ActionDispatch::Routing::RouteWrapper.new(route)
      {
        "index" => index, "name" => route.name, "verb" => route.verb, "path" => route.path.spec.to_s,
        "controller" => shown_part(shown.controller), "action" => shown_part(shown.action),
        "reqs" => without_addresses(shown.reqs),
        "defaults" => encode(route.defaults), "requirements" => encode(route.path.requirements),
        "constraints" => encode(route.instance_variable_get(:@constraints) || {}),
        **guards(route), "source" => route.source_location, "kind" => kind(route),
        "anchored" => route.path.anchored, "internal" => !!route.internal,
        "required_parts" => route.required_parts.map(&:to_s),
        "optional_parts" => route.path.optional_names.map(&:to_s)
      }
    end

    # What a request is asked besides the path: the objects and lambdas, and the names of
    # conditions on the request. Left out where there is nothing.
    def guards(route)
      asked = route.app.constraints if route.app.is_a?(ActionDispatch::Routing::Mapper::Constraints)
      all = Array(asked).reject { |guard| names_mapping?(guard) }.map { |guard| { "kind" => guard_kind(guard), **guard_place(guard) } }
      all += (route.instance_variable_get(:@constraints) || {}).keys.map { |key| { "kind" => "hash", "key" => key.to_s } }
      all.empty? ? {} : { "guards" => all }
    end

    def guard_kind(guard)
      return "object" unless guard.is_a?(Proc) || guard.is_a?(Method)

      of_devise?(guard) ? "sign_in" : "lambda"
    end

    def of_devise?(guard) = guard.is_a?(Proc) && guard.source_location&.first.to_s.include?("lib/devise/rails/")

    # The lambda of Devise that lets all requests through, and notes their mapping.
    def names_mapping?(guard) = of_devise?(guard) && guard.binding.eval("__method__") == :devise_scope

    # The file and line of a lambda of the application.
    def guard_place(guard)
      return {} unless guard_kind(guard) == "lambda" && guard.is_a?(Proc)

      file, line = guard.source_location
      place = ActionDispatch::Routing::Mapper.backtrace_cleaner&.clean_frame("#{file}:#{line}")
      place ? { "source" => place } : {}
    end

    def shown_part(part) = part.is_a?(String) ? part : encode(part)

    # Lets request find out which route answers.
    def observe(set) = set.routes.each { |route| route.extend(NoteRoute) }

    # Sends a request: {"method", "path", "host", "headers", "body"}; path is the raw
    # target, its query included, body in Base64.
    def request(set, asked)
      self.hit = self.route = nil
      status, headers, = ActionDispatch::RemoteIp.new(set).call(environment(set, asked))
      return { "status" => 404, "route" => nil } if header(headers, "x-cascade") == "pass"

      answer(set, status, header(headers, "location"))
    rescue StandardError, SystemStackError, NotImplementedError => e
      status = ActionDispatch::ExceptionWrapper.rescue_responses[e.class.name]
      { "status" => Rack::Utils.status_code(status || :internal_server_error), "route" => nil,
        "error" => e.class.name, "message" => without_addresses(e.message).scrub("?") }
    end

    def environment(set, asked)
      path, query = asked["path"].split("?", 2)
      host = asked["host"] || "www.example.com"
      @env = Rack::MockRequest.env_for("/", method: asked["method"] || "GET").merge(
        "PATH_INFO" => path, "QUERY_STRING" => query.to_s, "HTTP_HOST" => host, "SERVER_NAME" => host.split(":").first,
        "REMOTE_ADDR" => "127.0.0.1", "action_dispatch.routes" => set, "action_dispatch.show_exceptions" => false,
        "action_dispatch.key_generator" => nil
      )
      asked.fetch("headers", {}).each do |name, value|
        name = name.upcase.tr("-", "_")
        @env[%w[CONTENT_TYPE CONTENT_LENGTH].include?(name) ? name : "HTTP_#{name}"] = value
      end
      give(asked["body"].unpack1("m")) if asked["body"]
      @env
    end

    def give(body) = @env.merge!("rack.input" => StringIO.new(body), "CONTENT_LENGTH" => body.bytesize.to_s)

    def header(headers, name) = headers.to_h.find { |key, _| key.to_s.downcase == name }&.last

    def answer(set, status, location)
      params = hit || @env["action_dispatch.request.path_parameters"] || {}
      params = params.except(:controller, :action) if hit || status == 401 # no action was reached
      found = {
        "status" => status, "route" => route && set.routes.to_a.index { |r| r.equal?(route) }, "name" => route&.name,
        "kind" => hit ? hit_kind : kind(route), "controller" => hit && parameters(hit[:controller]),
        "action" => hit && parameters(hit[:action]), "params" => parameters(params)
      }
      location && !hit ? found.merge("location" => location) : found
    end

    def hit_kind = kind(route)

    # Calls a URL helper: {"name", "kind": "path" or "url", "args", "params"}, or url_for with the params: {"call": "path_for" or "url_for", "params"}.
    # defaults are its default_url_options; a controller that answers a request has the options request and the parameters recall.
    def helper(set, asked)
      { "result" => call(caller_of(set, asked), asked) }
    rescue StandardError, SystemStackError, NotImplementedError => e
      message = without_addresses(e.message).sub(/\nDid you mean\?.*/m, "")
      { "error" => e.class.name, "message" => message.sub(/undefined method [`']([^']+)'.*/m, "undefined method '\\1'") }
    end

    def call(caller, asked)
      params = asked["params"].to_h.transform_keys(&:to_sym)
      params[:only_path] = true if asked["call"] == "path_for"
      return caller.url_for(params) unless asked["name"]

      caller.public_send("#{asked["name"]}_#{asked["kind"]}", *asked["args"], *[params].reject(&:empty?))
    end

    def caller_of(set, asked)
      defaults = asked.fetch("defaults", { host: "www.example.com" }).transform_keys(&:to_sym)
      request = asked["request"].to_h.transform_keys(&:to_sym)
      request[:_recall] = asked["recall"].transform_keys(&:to_sym) if asked["recall"]
      (@callers ||= {}.compare_by_identity)[set] ||= Object.new.tap { |object| object.singleton_class.include(set.url_helpers) }
      @callers[set].tap do |object|
        object.define_singleton_method(:default_url_options) { defaults }
        object.define_singleton_method(:url_options) { request.merge(defaults) }
      end
    end
  end
end
