# The word of the gem versionist, as of 1.0. Versionist: Routing#api_version.
#
# module: Versionist
# newest: 2.0
# word: api_version
#   Maps the routes inside for a version of an API, chosen by a header, the path or a parameter.
#   api_version(module: "V1", path: { value: "v1" }) { resources :posts }

class VersionistHeader
  attr_reader :name, :value

  def initialize(name, value, all)
    @name = name
    @value = value
    @all = all
    raise ArgumentError, "a header :name of 'version' will clash with the built in rack header \"HTTP_VERSION\". You must use a different header name" if name.downcase == "version"
  end

  # Of the versions that the header mentions the longest counts.
  def matches?(request)
    text = request.headers[@name].to_s
    return false if text.blank?

    possible = @all.select { |other| text.include?(other.value) }
    longest = possible.map { |other| other.value.length }.max
    first = possible.find { |other| other.value.length == longest }
    !first.nil? && first.name == @name && first.value == @value
  end
end

class VersionistParameter
  def initialize(name, value)
    @name = name
    @value = value
  end

  def matches?(request) = request.params[@name].to_s == @value && !@value.blank?
end

class VersionistDefault
  def initialize(headers, parameters)
    @headers = headers
    @parameters = parameters
  end

  def matches?(request) = @headers.none? { |one| one.matches?(request) } && @parameters.none? { |one| one.matches?(request) }
end

VERSIONIST = { headers: [], parameters: [] }

class ActionDispatch::Routing::Mapper
  def gem_api_version(config, &block)
    raise ArgumentError, "you must pass a configuration Hash to api_version" unless config.is_a?(Hash)

    config = config.symbolize_keys
    raise ArgumentError, "you must specify :header, :path, or :parameter in configuration Hash passed to api_version" unless config.key?(:header) || config.key?(:path) || config.key?(:parameter)

    [:header, :path, :parameter].each do |s|
      raise ArgumentError, "#{s} key in configuration Hash passed to api_version must point to a Hash" if config.key?(s) && !config[s].is_a?(Hash)
    end
    raise ArgumentError, "you must specify :module in configuration Hash passed to api_version" unless config.key?(:module)
    raise ArgumentError, ":defaults must be a Hash" if config.key?(:defaults) && !config[:defaults].is_a?(Hash)

    common = { module: config[:module].underscore }
    common[:defaults] = config[:defaults] if config.key?(:defaults)

    if config.key?(:header)
      raise ArgumentError, "you must specify :name in the :header configuration Hash" unless config[:header].key?(:name)
      raise ArgumentError, "you must specify :value in the :header configuration Hash" unless config[:header].key?(:value)

      header = VersionistHeader.new(config[:header][:name], config[:header][:value], VERSIONIST[:headers])
      VERSIONIST[:headers] << header
      scope(**common, constraints: header, &block)
    end

    if config.key?(:path)
      raise ArgumentError, "you must specify :value in the :path configuration Hash" unless config[:path].key?(:value)

      path = config[:path][:value].delete_prefix("/")
      namespace(path, **common, as: path.gsub(/\W/, "_"), &block)
    end

    if config.key?(:parameter)
      raise ArgumentError, "you must specify :name in the :parameter configuration Hash" unless config[:parameter].key?(:name)
      raise ArgumentError, "you must specify :value in the :parameter configuration Hash" unless config[:parameter].key?(:value)

      parameter = VersionistParameter.new(config[:parameter][:name], config[:parameter][:value])
      VERSIONIST[:parameters] << parameter
      name = Versionist::VERSION.start_with?("1.") ? {} : { as: config[:parameter][:value].gsub(/\W/, "_") }
      scope(**common, **name, constraints: parameter, &block)
    end

    if config[:default]
      name = Versionist::VERSION.start_with?("1.0", "1.1.", "1.2") ? {} : { as: "default" }
      scope(**common, **name, constraints: VersionistDefault.new(VERSIONIST[:headers], VERSIONIST[:parameters]), &block)
    end
  end
end
