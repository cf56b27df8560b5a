Gem::Specification.new { |s| s.name = "tea" }
