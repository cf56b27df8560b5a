# frozen_string_literal: true

require "yaml"

# The packs of an application with the gem packs-rails: folders that are laid out
# as one. It stands in for Packs::Specification and for
# Packs::Rails::Integrations::Rails.
module Packs
  PATHS = %w[packs/* packs/*/*].freeze

  # The gem adds those of longer names first.
  def self.folders(root)
    lock = File.join(root, "Gemfile.lock")
    return [] unless File.exist?(lock) && File.read(lock).match?(/^    packs-rails \(/)

    found = patterns(root).flat_map { |pattern| Dir[File.join(root, pattern, "package.yml")].sort }
    found.map { |file| File.dirname(file) }.uniq.reject { |pack| Dir[File.join(pack, "*.gemspec")].any? }.sort_by { |pack| -pack.size }
  end

  def self.patterns(root)
    settings = File.join(root, "packs.yml")
    (File.exist?(settings) && YAML.load_file(settings) || {}).fetch("pack_paths", PATHS)
  end
end
