%w[shop registry menu words page].each { |name| require_relative "../../lib/#{name}" }
