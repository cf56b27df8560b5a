Gem::Specification.new { |s| s.name = "ghost" }
