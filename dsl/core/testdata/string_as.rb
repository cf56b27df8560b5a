# ActiveSupport
"post".pluralize
"posts".pluralize
"person".pluralize
"sheep".pluralize
"category".pluralize
"post".pluralize(1)
"post".pluralize(2)
"post".pluralize(0)
"post".pluralize(1.0)
"post".pluralize(nil)
"post".pluralize(:en)
"post".pluralize(1, :en)
"".pluralize
"CamelOctopus".pluralize
"admin/post".pluralize
"posts".singularize
"people".singularize
"octopi".singularize
"statuses".singularize
"news".singularize
"posts".singularize(:en)
"the blue mailmen".singularize
"admin_post".camelize
"admin/post".camelize
"admin/post_comment".camelize(:lower)
"admin_post".camelize(:upper)
"admin_post".camelize(:x)
"admin_post".camelize(nil)
"admin_post".camelcase
"AdminPost".camelize
"AdminPost".underscore
"Admin::Post".underscore
"HTMLTidy".underscore
"admin-post".underscore
"admin_post".dasherize
"a-b_c".dasherize
"man from the boondocks".titleize
"x-men: the last stand".titleize
"TheManWithoutAPast".titleize
"raiders_of_the_lost_ark".titleize
"user_id".titleize
"user_id".titleize(keep_id_suffix: true)
"bob's shop".titlecase
"employee_salary".humanize
"author_id".humanize
"author_id".humanize(keep_id_suffix: true)
"author_id".humanize(capitalize: false)
"_id".humanize
"ssl_error".humanize
"egg_and_hams".classify
"posts".classify
"schema.post".classify
"admin/posts".classify
"RawScaledScorer".tableize
"fancyCategory".tableize
"Donald E. Knuth".parameterize
"Donald E. Knuth".parameterize(separator: "_")
"Donald E. Knuth".parameterize(preserve_case: true)
"Donald E. Knuth".parameterize(separator: "")
"Donald E. Knuth".parameterize(separator: "--")
"^très|Jolie-- ".parameterize
"--a--b--".parameterize
"日本".parameterize
"Ærøskøbing".parameterize
"a_b".parameterize
"".parameterize
"Admin::Post".demodulize
"Post".demodulize
"::Post".demodulize
"".demodulize
"Admin::Post".deconstantize
"::Admin::Post".deconstantize
"Post".deconstantize
"".deconstantize
"Message".foreign_key
"Message".foreign_key(false)
"Admin::Post".foreign_key
"String".constantize
"::String".constantize
"Float::INFINITY".constantize
"Comparable".safe_constantize
"string".safe_constantize
begin; "blargle".constantize; rescue NameError => e; e.class; end
"hello".upcase_first
"".upcase_first
"élan".upcase_first
"Hello".downcase_first
"Ab C".downcase_first
"".downcase_first
# filters
"  a \n b\t c  ".squish
"a\u00a0 b".squish
"".squish
s = " a  b "; s.squish!; s
"a".squish!
" a ".freeze.squish!
"a".freeze.squish!
"foo bar test".remove(" test")
"foo bar test".remove(" test", /bar/)
"foo bar bar".remove("bar")
"foo".remove
"foo".remove("x")
s = "foo bar"; s.remove!("bar", " "); s
"foo".remove(1)
"Once upon a time in a world far far away".truncate(27)
"Once upon a time in a world far far away".truncate(27, separator: " ")
"Once upon a time in a world far far away".truncate(27, separator: /\s/)
"And they found that many people were sleeping better.".truncate(25, omission: "... (continued)")
"abc".truncate(3)
"abcdef".truncate(5)
"abcdef".truncate(5, omission: "")
"abcdef".truncate(2)
"abcdef".truncate(4, separator: "x")
"abcdef".truncate(5, omission: nil)
"日本語日本語".truncate(5)
"abcdef".truncate("a")
"a b c d".truncate(5, { omission: "!" })
"Once upon a time in a world far far away".truncate_words(4)
"Once<br>upon<br>a<br>time<br>in<br>a<br>world".truncate_words(5, separator: "<br>")
"And they found that many people were sleeping better.".truncate_words(5, omission: "... (continued)")
"one two".truncate_words(2)
"one two three".truncate_words(1)
"one  two\nthree four".truncate_words(2)
"a-b-c".truncate_words(2, separator: /-/)
"hello world".truncate_bytes(8)
"日本語".truncate_bytes(6, omission: "")
"日本語".truncate_bytes(8)
"abc".truncate_bytes(3)
"abcdef".truncate_bytes(2)
"foo".indent(2)
"foo\n\nbar\n".indent(2)
"foo\n\nbar".indent(2, nil, true)
"foo".indent(2, "-")
"\tfoo\nbar".indent(1)
"  foo\nbar".indent(1)
"foo".indent(0)
"foo".indent(-1)
s = "a"; s.indent!(2); s
"".indent!(2)
"  a\n    b\n  c\n".strip_heredoc
"a\n  b".strip_heredoc
"\n  a\n\n   b".strip_heredoc
"".strip_heredoc
# access
"hello".first
"hello".first(2)
"hello".first(0)
"hello".first(9)
"hello".first(-1)
"".first
"hello".last
"hello".last(2)
"hello".last(0)
"hello".last(9)
"hello".last(-1)
"".last
"日本語".last(2)
"hello".from(2)
"hello".from(-2)
"hello".from(5)
"hello".from(6)
"hello".to(2)
"hello".to(-2)
"hello".to(0)
"hello".to(9)
"hello".to(-9)
"hello".from(1).to(-2)
"hello".at(0)
"hello".at(1..3)
"hello".at(-2)
"hello".at(9)
"hello".at("lo")
"hello".at(/l./)
"hello".first("a")
# questions
"".blank?
" ".blank?
"\n\t\u00a0\u3000".blank?
"a".blank?
"".present?
"a".present?
"".presence
" ".presence
"a".presence
"a".presence || "b"
"hello".exclude?("x")
"hello".exclude?("l")
"hello".exclude?(nil)
"hello".starts_with?("he")
"hello".starts_with?("x", "h")
"hello".ends_with?("lo")
"hello".in?(["hello"])
"l".in?("hello")
"hello".html_safe
"hello".html_safe + "x"
"hello".inquiry.hello?
"hello".inquiry.bye?
"hello".inquiry == "hello"
"hello".inquiry.upcase
"hello".inquiry.length
"hello".acts_like?(:string)
"hello".to_param
"a b".to_query("q")
"hello".is_utf8?
"users_controller".camelize.demodulize.underscore.pluralize
%w[post user].map(&:pluralize)
%w[a b].map(&:camelize)
:post.to_s.pluralize.to_sym
"MyEngine::BlogPost".underscore.tr("/", "_")
"MyEngine::BlogPost".tableize
"blog_posts".classify
"post".pluralize.humanize
"api/v1/users".split("/").map(&:camelize).join("::")
"user".pluralize.dasherize + "-" + "x".upcase
# ---- more of the same, with what they refuse
"hello".from("a")
"hello".from(nil)
"hello".from(1.9)
"hello".to("a")
"hello".to(nil)
"hello".to(-5)
"".to(0)
"".from(0)
"hello".at
"hello".last("a")
"hello".last(nil)
"hello".first(1, 2)
"hello".last(2.7)
"hello".first.frozen?
"x".freeze.to(0).frozen?
s = "foo bar"; s.remove!("o").equal?(s)
"foo".freeze.remove!("o")
"foo".freeze.remove!
"foo".freeze.remove("o").frozen?
"foo".remove(nil)
"foo".remove!(/x/)
"a.b".remove(".")
"aXbX".remove(/x/i, "b")
"foo" =~ /o/; "bar".remove("a"); $~[0]
"ß".upcase_first
"É".downcase_first
"abc".freeze.upcase_first.frozen?
"".upcase_first.frozen?
"ab".present?
" ".present?
"".presence
"a".presence
"ab".exclude?
"ab".exclude?("b", "c")
