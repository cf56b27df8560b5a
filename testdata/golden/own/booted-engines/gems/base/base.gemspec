Gem::Specification.new { |s| s.name = "base" }
