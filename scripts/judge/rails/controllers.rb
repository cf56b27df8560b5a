# frozen_string_literal: true

# Writes the methods that each controller has from Rails, and those that can be called in the
# body of its class, one a line, as expand/controllers/rails.txt has them.
#
#   ruby scripts/judge/rails/controllers.rb > expand/controllers/rails.txt
require_relative "boot"
require "action_controller"
bases = [ActionController::Base, ActionController::API]
puts "# The methods of ActionController::Base and ActionController::API, and, behind a dot, of the classes themselves."
puts bases.flat_map(&:instance_methods).uniq.map(&:to_s).sort
puts bases.flat_map { |base| base.methods + base.private_methods }.uniq.map { |name| ".#{name}" }.sort
