Gem::Version.new("2.1") >= Gem::Version.new("2.0.9")
Gem::Version.new("1.0") == Gem::Version.new("1")
Gem::Version.new("1.0").eql?(Gem::Version.new("1"))
Gem::Version.new("1.0.rc1") < Gem::Version.new("1.0")
Gem::Version.new("1.0-rc1").to_s
Gem::Version.new("1.10") > "1.9"
Gem::Version.new("1.10") <=> 3
Gem::Version.new("1.10") <=> "x y"
Gem::Version.new("1.10") > 3
Gem::Version.new("x y")
Gem::Version.new("")
Gem::Version.new(5)
Gem::Version.new(" 5.1 ").version
Gem::Version.new("5.1.0.b2.3").segments
Gem::Version.new("5.1.0.b2.0").canonical_segments
Gem::Version.new("5.1.0.b2.3").release
Gem::Version.new("5.1.0.b2.3").bump
Gem::Version.new("5.1.0").bump.to_s
Gem::Version.new("5").bump.to_s
Gem::Version.new("5.1.0.pre").prerelease?
Gem::Version.new("5.1.0").approximate_recommendation
Gem::Version.new("5.1.0.a").approximate_recommendation
Gem::Version.new("5").approximate_recommendation
Gem::Version.create("5.1")
Gem::Version.create(nil)
Gem::Version.create(Gem::Version.new("1"))
Gem::Version.correct?("1.2.x")
Gem::Version.new("1").between?("0.5", Gem::Version.new("2"))
[Gem::Version.new("1.10"), Gem::Version.new("1.9"), Gem::Version.new("1.9.a")].max.to_s
%w[1.10 1.9 1.9.a].sort_by { |v| Gem::Version.new(v) }
{Gem::Version.new("1.0") => 1}[Gem::Version.new("1.0")]
{Gem::Version.new("1.0") => 1}[Gem::Version.new("1")]
"#{Gem::Version.new("1.0")}"
Gem::Requirement.new("~> 3.1").satisfied_by?(Gem::Version.new("3.9"))
Gem::Requirement.new("~> 3.1").satisfied_by?(Gem::Version.new("4.0.a"))
Gem::Requirement.new("~> 3.1.2").satisfied_by?(Gem::Version.new("3.2"))
Gem::Requirement.new(">= 1", "< 2").satisfied_by?(Gem::Version.new("2"))
Gem::Requirement.new([">= 1", "< 3"]) === Gem::Version.new("2")
Gem::Requirement.new("= 2") =~ Gem::Version.new("2.0")
Gem::Requirement.new("2").to_s
Gem::Requirement.new("!= 2", ">= 1").to_s
Gem::Requirement.new.to_s
Gem::Requirement.new(">= 0").none?
Gem::Requirement.new("foo")
Gem::Requirement.new("1").satisfied_by?("1")
Gem::Requirement.create("~> 1").as_list
Gem::Requirement.default.to_s
case Gem::Version.new("7.1"); when Gem::Requirement.new("~> 7.0") then :seven; end
Gem::Version.new(Gem::Version.new("1.2"))
Gem::Version.new("1.2").class
Gem::Version.new("1.2").clamp("1.3", "1.4").to_s
Gem::Version.new("1.2").frozen?
Gem::Requirement.new([["~> 1.2"], [], [nil, [["< 1.4"]]]]).to_s
[].then { |a| Gem::Requirement.new(a << a) }
[Gem::Version::VERSION_PATTERN, Gem::Version::VERSION_PATTERN.frozen?]
Gem::Version::ANCHORED_VERSION_PATTERN
/#{Gem::Version::VERSION_PATTERN}(?=\.(json|yaml)\z)|#{Gem::Version::VERSION_PATTERN}/o.match("1.0.pre.json")[0]
[Gem::Requirement::PATTERN_RAW, Gem::Requirement::PATTERN, Gem::Requirement::OPS.keys]
[Gem::Requirement::DefaultRequirement.first, Gem::Requirement::DefaultRequirement.last.to_s, Gem::Requirement::DefaultRequirement.frozen?]
Gem::Requirement::OPS["~>"].call(Gem::Version.new("1.4"), Gem::Version.new("1.2"))
