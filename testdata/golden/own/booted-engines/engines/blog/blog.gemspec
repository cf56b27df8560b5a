Gem::Specification.new { |s| s.name = "blog" }
