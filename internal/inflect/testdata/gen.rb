# frozen_string_literal: true
# Writes custom.jsonl: what ActiveSupport makes of words under an application's own rules. Run by hand with an unpacked rails/rails tree:
#
#   RAILS_DIR=/path/to/rails ruby internal/inflect/testdata/gen.rb > internal/inflect/testdata/custom.jsonl
#
# The first line stamps the versions. A row has the rules added to Rails' own ("rules": a method and its arguments; a regular expression
# is {"re": source, "i": true}), a call ("call": method, arguments) and its result ("want").
require "json"
require "set"
require "logger"
require "bigdecimal"
Encoding.default_external = "UTF-8"
$VERBOSE = nil
$LOAD_PATH.unshift File.join(ENV.fetch("RAILS_DIR"), "activesupport/lib")
unless Thread.respond_to?(:each_caller_location)
  def Thread.each_caller_location(*) = caller_locations(2).each { |l| yield l }
end
require "active_support"
require "active_support/all"
I = ActiveSupport::Inflector
DEFAULT = I.inflections.dup.tap { |d| d.uncountables.instance_variable_set(:@members, I.inflections.uncountables.to_a.dup) }

puts JSON.generate(activesupport: ActiveSupport::VERSION::STRING, ruby: RUBY_DESCRIPTION, i18n: I18n::VERSION)

def arg(a) = a.is_a?(Regexp) ? { re: a.source, i: a.casefold? } : a

def reset
  fresh = I::Inflections.new
  %w[plurals singulars humans].each { |s| fresh.instance_variable_set("@#{s}", DEFAULT.public_send(s).dup) }
  fresh.uncountables.add(DEFAULT.uncountables.to_a)
  I::Inflections.instance_variable_set(:@__en_instance__, fresh)
end

# under rules do calls end: each call is a row.
def under(*rules)
  reset
  rules.each { |name, *args| I.inflections.public_send(name, *args) }
  @rules = rules.map { |name, *args| [name, *args.map { |a| arg(a) }] }
  yield
end

def c(method, *args, **opts)
  want = begin
    I.public_send(method, *args, **opts)
  rescue ArgumentError, TypeError => e
    { error: e.message }
  end
  puts JSON.generate(rules: @rules, call: [method, *args, *(opts.empty? ? [] : [opts])], want: want)
end

def each(method, *words) = words.each { |w| c method, w }

WORDS = ["api", "API", "html_api", "HTMLApi", "RESTfulController", "restful_controller", "my_html_tidy", "html/api_controller", "HTMLTidyGenerator", "SSLError", "api_v1", "v1/apis", "Api::V1", "APIs", "xml_http", "XMLHTTPRequest", "phd_required", "PhDRequired", "w3c", "W3CSpec", "IRoRU", "ror", "RoRApp", "html5", "HTML5", "HTML5API", "LegacyApi", "LegacyAPI", "ssl_html", "a/html", "-html", "HTML-API", "foo-API", "iHTML", "HTMLs"].freeze

under([:acronym, "API"], [:acronym, "HTML"], [:acronym, "RESTful"], [:acronym, "SSL"], [:acronym, "PhD"], [:acronym, "W3C"], [:acronym, "RoR"], [:acronym, "LegacyApi"], [:acronym, "HTML5"], [:acronym, "HTTP"], [:acronym, "XML"]) do
  %i[camelize underscore humanize titleize].each { |m| each m, *WORDS }
  WORDS.each { |w| c :camelize, w, false }
  each :classify, "apis", "html_pages", "schema.ssl_errors", "restful_apis"
  each :tableize, "API", "HTMLPage", "RESTfulController"
  each :foreign_key, "API", "Html::API", "PhD"
end
under([:acronym, "A"], [:acronym, "AB"], [:acronym, "Ab1"]) do
  %i[camelize underscore humanize].each { |m| each m, "a", "ab", "abab", "a_b", "ABA", "ABCase", "Ab1", "ab1_a", "AaB", "AB1" }
end
under([:acronym, "API"], [:clear, :acronyms], [:acronym, "McDonald"], [:acronym, "É"]) do
  %i[camelize underscore humanize titleize].each { |m| each m, "api", "mcdonald", "McDonaldAPI", "mcdonald_api", "é_mcdonald", "ÉMcDonald" }
end

under([:irregular, "goose", "geese"], [:irregular, "cow", "kine"], [:irregular, "Foot", "Feet"], [:irregular, "child", "childs"], [:irregular, "é", "ès"], [:irregular, "a.c", "abc"]) do
  %i[pluralize singularize].each { |m| each m, "goose", "Geese", "MONGOOSE", "cow", "Kine", "COW", "kINE", "foot", "feet", "FOOT", "child", "childs", "grandchildren", "é", "ès", "axc", "a.c", "abc", "geese\n", "goose\ngoose", "café", "scow", "brickine" }
end
under([:irregular, "fish", "fishes"], [:uncountable, "Bass", %w[deer moose]], [:plural, "moose", "meese"], [:singular, "Deer", "deer"]) do
  %i[pluralize singularize].each { |m| each m, "fish", "fishes", "jellyfish", "bass", "BASS", "sea bass", "sea-bass", "sea_bass", "seabass", "deer", "Deer", "moose", "meese", "bass\n", "bass\nx", "débass", "é bass", "sheep", "black sheep", "blacksheep" }
end
under([:uncountable, "foo bar"], [:uncountable, "-x"], [:uncountable, "é"], [:uncountable, "a.b"], [:uncountable, "ß"]) do
  each :pluralize, "foo bar", "my foo bar", "myfoo bar", "a-x", "-x", "é", "caé", "ca é", "a.b", "acb", "xa.b", "ß", "ss", "SS", "FISH", "fish", "KIßS"
end
under([:clear, :uncountables]) { each :pluralize, "fish", "sheep", "money", "a" }
under([:clear, :plurals]) { each :pluralize, "fish", "cat", "ox"; each :singularize, "cats", "oxen" }
under([:clear, :singulars], [:singular, /s$/i, ""]) { each :singularize, "cats", "oxen", "CATS", "cats\n"; each :pluralize, "cat" }
under([:clear, :all]) { each :pluralize, "fish", "cat"; each :singularize, "cats"; each :humanize, "a_id"; each :camelize, "a_b" }
under([:clear], [:plural, /$/, "x"], [:plural, /a$/, "y"], [:uncountable, "b"]) { each :pluralize, "a", "b", "c", "", "a\nb", "\n" }
under([:clear, :nothing]) { each :pluralize, "cat", "fish" }

under([:plural, /^(.*)_list$/, '\1_lists!'], [:plural, "foot", "feet"], [:plural, /(?<stem>\w+)um\z/, '\k<stem>a'], [:plural, /(z)\1$/, '\0es'], [:plural, "x.y", '[\0]\1\\\\']) do
  each :pluralize, "user_list", "User_list", "football", "foot", "barfoot", "museum", "forum", "buzz", "quiz", "x.y", "axyb", "x.yx.y", "cat"
end
under([:plural, "a", "1"], [:plural, "a", "2"], [:plural, /b/, "3"], [:plural, "ab", "4"]) { each :pluralize, "ab", "ba", "a", "b", "c" }
under([:singular, /(ss)$/i, '\1'], [:singular, /us$/, "us"], [:singular, "news", "newz"], [:singular, /(?<!s)s\z/i, ""], [:singular, /(?=x)/, "-"]) do
  each :singularize, "glass", "campus", "news", "cats", "boxes", "xs", "statuses", "CLASSES", "buss"
end
under([:plural, /(a)(b)?c/, '<\2|\1|\&|\`|\\\'>']) { each :pluralize, "xacy", "xabcy", "zz" }
under([:plural, "équipe", "équipes"], [:plural, /al$/i, "aux"], [:plural, /eau$/i, '\0x'], [:singular, /aux$/i, "al"]) do
  each :pluralize, "équipe", "cheval", "CHEVAL", "bateau", "animal\n"
  each :singularize, "chevaux", "bateaux"
end

under([:human, /_cnt$/i, '\1_count'], [:human, "col_rpted_bugs", "Reported bugs"], [:human, /^(.*)_(at)$/, 'when \1'], [:human, /prefix_/i, ""], [:acronym, "IP"]) do
  each :humanize, "jargon_cnt", "col_rpted_bugs", "created_at", "prefix_name", "x_PREFIX_y", "ip_address", "user_id", "_id", "author_id", "ID", "  a_b", "_a", "été_id", "éTÉ ABC", "123abc", "ßa", "a'b IP"
  c :humanize, "author_id", capitalize: false
  c :humanize, "author_id", keep_id_suffix: true
  c :humanize, "ip_id", capitalize: false, keep_id_suffix: true
  each :titleize, "man from the boondocks", "x-men: the last stand", "TheManWithoutAPast", "raiders_of_the_lost_ark", "fred's", "fred’s", "fred`s", "ip(s)", "sean o'connor (jr)", "été à la plage", "'quoted'", "string_ending_with_id", "éa b", "created_at"
  c :titleize, "string_ending_with_id", keep_id_suffix: true
end

under do
  each :underscore, "Admin::Post", "HTMLTidy", "A", "AB", "ABc", "aB", "a-b", "A-B", "::A", "A::B::C", "Été::ÀLa", "İX", "area51Controller", "Product2", "R2D2", "fooBAR9Baz", "a b C", "X::Y-z", "a::b", "ΑΣ-X"
  each :camelize, "a", "a_b", "a/b", "a/b_c", "_a", "__a", "a__b", "/a", "a/", "a b", "A_b", "aB_cD", "a_B", "été_à", "a1_2b", "", "a\nb_c", "ſ_ſa", "a_K", "HTML_x", "hello-world_x", "a:b_c"
  ["A", "AbcDef", "a_b", "A/B_c", "_A", "/A", "été", "Été", "A\nB", " A"].each { |w| c :camelize, w, false }
  each :classify, "posts", "ham_and_eggs", "a.b.c_ds", "x.statuses", "a\nb.cs", "a.b\nc.ds", "bus", "news", "."
  each :demodulize, "A::B", "A", "::A", "", "A::", "A::B::C"
  each :deconstantize, "A::B", "A", "::A", "", "A::", "A::B::C", "::A::B"
  each :humanize, "employee id", "some id_id", "id", "x_id", " id"
  each :dasherize, "a_b", "_", "a-b"
  each :upcase_first, "abc", "", "été", "ßa", "ǆx"
  each :downcase_first, "ABC", "", "ÉTÉ", "İx"
  c :foreign_key, "Message", false
  c :foreign_key, "Admin::HTMLPage"
  [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 21, 22, 23, 101, 111, 112, 113, 121, 1002, 1013, -1, -2, -11, -1021].each { |n| c :ordinalize, n; c :ordinal, n }
  each :transliterate, "Ærøskøbing", "été", "e\u0301te", "日本 x", "ß", "İı", "…", "Straße Ñandú", "a\u00a0b", "ﬁ"
  c :transliterate, "日本é", "*"
  each :parameterize, "Donald E. Knuth", "^très|Jolie-- ", "--a--", "a--b", "Random text with *(bad)* characters", "Malmö", "Garçons", "Ops\u00d7", "a_b", "  ", "", "ŁÓDŹ", "+a+", "one &amp; two", "日本", "a\nb"
  ["_", "", "--", ".", "__sep__", '\0'].each { |s| ["Donald E. Knuth", "^très|Jolie__ ", "a--  --b", "x  __sep____sep__ y", "..a. .b"].each { |w| c :parameterize, w, separator: s } }
  c :parameterize, "Donald E. Knuth", preserve_case: true
  c :parameterize, "Ünïcode É", preserve_case: true, separator: "_"
  each :pluralize, "straß", "boß", "café", "bus\nfoo", "foo\nbus", "foo\n", "K", "boſ", "quiẞ", "ﬆatus", "statuﬆ", "\u212Aey", "été", "fê", "chéf", "éfe", "éy", "series", "World series", "Ox", "OXEN", "oxes", "", " ", "a ", "a.b", "fish fish", "seriesé"
  each :singularize, "straßes", "buß", "oxenfoo", "OXENs", "axes", "testes", "Axes\nfoo", "cafés", "étés", "ﬆatuses", "vieſ", "K", "éves", "lves", "ves", "fves", "ies", "qies", "aies", "ss", "news", "oes", "shoes", "analyses", "psychoanalyses", "buses", "bus", "viri", "fish\n", "police", "my police", "mypolice"
end
