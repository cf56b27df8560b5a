# Ruby that routes files seldom hold: flip-flops, redo, objects that are keys of hashes, $! in ensure, the result of a loop's end, Module.nesting, OpenStruct.
require "ostruct"

class Version
  attr_reader :number

  def initialize(number) = @number = number
  def hash = number.hash
  def eql?(other) = other.is_a?(Version) && number == other.number
end

class Beta < Version; end

module Outer
  module Inner
    AROUND = Module.nesting.map { |m| m.name.split("::").last.downcase }.join("-")
  end
end

Rails.application.routes.draw do
  (1..6).each { |i| get "flip#{i}", to: "a#b" if (i == 2)..(i == 4) }
  (1..6).each { |i| get(((i == 2)...(i == 2)) ? "on#{i}" : "off#{i}", to: "a#b") }
  (1..3).each { |i| get "same#{i}", to: "a#b" if (i == 2)..(i == 2) }

  rounds = 0
  %w[a b].each do |x|
    rounds += 1
    redo if rounds == 1
    get "redo/#{x}#{rounds}", to: "a#b"
  end
  n = 0
  while n < 2
    n += 1
    rounds += 1
    redo if rounds == 5
    get "while/#{n}-#{rounds}", to: "a#b"
  end

  names = { Version.new(1) => "one", Version.new(2) => "two", Version.new(1) => "uno" }
  get "#{names[Version.new(1)]}/#{names.size}", to: "a#b"
  get "uniq/#{[Version.new(1), Version.new(1), Version.new("x")].uniq.size}", to: "a#b"
  get "beta/#{{ Beta.new("b") => 1 }.key?(Beta.new("b"))}/#{names.key?(Version.new(3))}", to: "a#b"
  get "list/#{{ [Version.new(1), "a"] => 5 }[[Version.new(1), "a"]]}", to: "a#b"
  get "minus/#{([Version.new(1), Version.new(2)] - [Version.new(2)]).size}", to: "a#b"

  message = nil
  begin
    begin
      raise "boom"
    ensure
      message = $!.message
    end
  rescue RuntimeError
    get "ensure/#{message}/#{$!.class.name.downcase}", to: "a#b"
  end
  get "after/#{$!.inspect}", to: "a#b"

  list = %w[x y].each
  get "loop/#{loop { list.next }.join}", to: "a#b"
  get Outer::Inner::AROUND, to: "a#b"

  site = OpenStruct.new(path: "open", "to" => "c#d")
  site.extra = "more"
  site[:method] = "post"
  get site.path, to: site.to
  match "#{site.extra}/#{site.nothing.inspect}/#{site.respond_to?(:path)}/#{site.respond_to?(:nope)}", to: "a#b", via: site.method
  get "struct/#{site.to_h.keys.join("-")}/#{site == OpenStruct.new(site.to_h)}/#{site.dig(:path)}", to: "a#b"
end
