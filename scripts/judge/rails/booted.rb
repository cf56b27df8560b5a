# frozen_string_literal: true

# The routes of an application that Rails itself boots, for cases that say
# `# oracle: framework, booted`: with the gems of its Gemfile that stand in the
# repository, their initializers, and every routes file that Rails loads.
class Booted
  def self.wanted?(head) = head.match?(/^# oracle: framework, booted$/)

  def initialize(root) = @root = root

  # The application's route set.
  def draw
    require "rails/application"
    gems = Gemfile.new(File.join(@root, "Gemfile")).gems
    gems.each { |_, folder| $LOAD_PATH.unshift(File.join(folder, "lib")) }
    gems.each { |name, _| require name.tr("-", "/") }
    Kernel.load(File.join(@root, "config/application.rb"))
    Rails.application.config.root = @root
    Rails.application.config.extend(Settings).merge_settings
    Rails.application.initialize!
    Rails.application.reload_routes_unless_loaded
    Rails.application.routes
  end

  # What no file of a case says.
  module Settings
    def merge_settings
      self.eager_load = false
      self.secret_key_base = "none"
      self.logger = Logger.new(nil)
    end
  end

  # The gems with a path, in the order of a Gemfile.
  class Gemfile
    attr_reader :gems

    def initialize(file)
      @folder = File.dirname(file)
      @gems = []
      instance_eval(File.read(file), file)
    end

    def source(*) = nil
    def group(*) = yield
    def eval_gemfile(name) = instance_eval(File.read(File.join(@folder, name)), name)

    def path(folder)
      @path = folder
      yield
    ensure
      @path = nil
    end

    def gem(name, *, path: nil, **)
      folder = File.join(@folder, path || @path || return)
      @gems << [name, [folder, File.join(folder, name)].find { |candidate| File.exist?(File.join(candidate, "#{name}.gemspec")) } || folder]
    end
  end

  # A Gemfile, of which only the gems of the repository count.
  class LenientGemfile < Gemfile
    def gemspec(path: ".", **)
      folder = File.expand_path(path, @folder)
      Dir[File.join(folder, "*.gemspec")].sort.each { |file| @gems << [File.basename(file, ".gemspec"), folder] }
    end

    def method_missing(*, **)
      yield if block_given?
    end

    def respond_to_missing?(*) = false

    # The gems whose folders stand in a folder.
    def within(root) = gems.select { |_, folder| folder&.start_with?("#{root}/") }
  end
end
