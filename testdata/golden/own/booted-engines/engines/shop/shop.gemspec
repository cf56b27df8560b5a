Gem::Specification.new { |s| s.name = "shop" }
