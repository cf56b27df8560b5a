require_relative "../../lib/required"
require_relative "../../lib/never" if Rails.env.production?
Dir[File.expand_path("../../lib/globbed*.rb", __dir__)].each { |file| require file }
