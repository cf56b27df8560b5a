# Hash methods: building, merging, slicing, transforming, defaults, nested access, iteration order, ActiveSupport additions, splats into calls.
DEFAULTS = { only: %i[index show], format: nil }.freeze
TABLE = {
  "reports" => { actions: [:index], meta: { depth: { level: 3 } }, "str" => 1 },
  users: { actions: %i[show edit], param: :name },
  nil => { actions: [] },
  [1, 2] => { actions: [:new] },
  3.5 => {},
}

Rails.application.routes.draw do
  r = ->(*parts) { get ["h", *parts].join("/"), to: "hashes#show", as: nil }
  TABLE.each { |key, cfg| resources(key, only: cfg[:actions], **cfg.slice(:param)) if key.is_a?(String) || key.is_a?(Symbol) }
  TABLE.each_pair.with_index { |(key, cfg), i| r["pair", i, key.to_s.parameterize, cfg.size] }
  h = { b: 2, a: 1, "c" => 3 }
  r[h.keys.join, h.values.join, h.key(2), h.invert.keys.join, h.to_a.flatten.join, h.length, h.sort_by { |k, _| k.to_s }.map(&:first).join, h.min_by { |_, v| v }.first, h.sum { |_, v| v }]
  r[h.select { |_, v| v > 1 }.keys.join, h.reject { |k, _| k == :b }.keys.join, h.filter_map { |k, v| k if v.odd? }.join, h.find { |_, v| v == 3 }.first, h.partition { |_, v| v > 1 }.map(&:size).join, h.any? { |k, v| v > 2 }, h.all? { |(k, v)| v }, h.count, h.group_by { |_, v| v.odd? }.transform_values(&:size).values.join, h.each_with_index.map { |(k, v), i| "#{k}#{v}#{i}" }.join, h.each_with_object({}) { |(k, v), acc| acc[v] = k }.keys.join, h.inject(0) { |s, (_, v)| s + v }, h.reduce([]) { |s, kv| s + kv }.size]
  r[h.merge({ a: 9, d: 4 }).values.join, h.merge({ a: 9 }) { |k, o, n| o + n }[:a], h.merge({ x: 1 }, { y: 2 }).size, { **h, z: 26 }.size, h.update(e: 5).size, h.delete(:e), h.size, h.delete(:nope).inspect, h.delete(:nope) { |k| "gone-#{k}" }]
  r[h.transform_values { |v| v * 2 }.values.join, h.transform_keys(&:to_s).keys.join, h.transform_keys({ a: :aa }).keys.join, h.transform_keys(a: :q) { |k| "#{k}x" }.keys.join, h.map { |k, v| [k.to_s, v] }.to_h.keys.join, h.to_h { |k, v| [v, k] }.keys.join, h.filter { |k, v| v == 1 }.to_a.join, h.sort { |x, y| y[1] <=> x[1] }.first.first]
  r[h.slice(:a, :zz).size, h.except(:a, "c").keys.join, h.values_at(:a, "c", :zz).inspect.length, h.fetch(:a), h.fetch(:zz, "dflt"), h.fetch(:zz) { |k| "blk-#{k}" }, (h.fetch(:zz) rescue "key-error"), h.dig(:a), TABLE.dig("reports", :meta, :depth, :level), TABLE["reports"].dig(:nope, :x).inspect, h.key?(:a), h.has_value?(3), h.include?("a"), h.member?("c"), h[:zz].inspect]
  d = Hash.new(0)
  "mississippi".each_char { |c| d[c] += 1 }
  l = Hash.new { |hash, k| hash[k] = [k.to_s * 2] }
  l[:x] << "y"
  r[d.sort_by { |k, v| [-v, k] }.flatten.join, d["zz"], d.key?("zz"), l[:x].join, l.keys.join, l[:w].first, l.size, d.default, Hash[[[1, 2]]][1], Hash[3, 4][3], d.max_by { |_, v| v }.first, d.sum(&:last)]
  m = { a: { b: { c: 1 }, x: [1] }, k: "v" }
  r[m.deep_merge({ a: { b: { d: 2 } } }).dig(:a, :b).keys.join, m.deep_dup.tap { |x| x[:a][:b][:c] = 5 }.dig(:a, :b, :c), m[:a][:b][:c], m.deep_stringify_keys.dig("a", "b", "c"), { "p" => { "q" => 1 } }.deep_symbolize_keys[:p][:q], { "s" => 1 }.symbolize_keys.keys.first.inspect[1..], { s: 1 }.stringify_keys.keys.first, m.deep_transform_values { |v| v.to_s }.dig(:a, :x).first, { a: 1 }.reverse_merge(a: 2, b: 3).values.join, { a: 1 }.with_defaults(z: 9).keys.join, { a: nil, b: 1 }.compact.size, { a: "", b: 1 }.compact_blank.keys.join, { a: 1, b: 2 }.extract!(:a).keys.join, { a: 1 }.assert_valid_keys(:a).size, { a: 1, b: 2 }.except!(:a).keys.join, { a: 1 }.to_query, { a: [1, 2], b: { c: "d e" } }.to_query.tr("=&%+", "----"), { a: 1 }.with_indifferent_access["a"]]
  h2 = {}
  h2[:first] = 1
  h2.store(:second, 2)
  h2[:list] ||= []
  h2[:list] << :z
  (h2[:count] ||= 0)
  h2[:count] += 5
  r[h2.keys.join("-"), h2[:list].size, h2[:count], h2.first.join, h2.min_by { |k, _| k.length }.first, h2.sum { |k, v| k.length }, h2.each_slice(2).map(&:size).join, h2.zip([1]).size, h2.find { |k, v| v == 2 }&.first, h2.none?, h2.empty?, h2.frozen?, h2.eql?(h2.dup), h2 == h2.dup, h2.equal?(h2), ({ a: 1, b: 2 } == { b: 2, a: 1 }), { a: 1 } <= { a: 1, b: 2 }, h2.compare_by_identity.class]
  path = "hp"
  only = [:index]
  opts = { path:, only: }
  resources :things, **opts
  resources :stuffs, **DEFAULTS.except(:format), **{ path: "st" }
  resources :overs, **opts.merge(path: "ov", **(only.any? ? { as: "ovr" } : {}))
  get "splat", **{ to: "hashes#splat", "x-y": 1, "s t": 2, "k" => 3, if: 4, nil: 5 }
  cfg = { "a" => 1, b: "two", 3 => nil, nil => :sym, 4.5 => [1, { "x" => :y }], "quo\"te": 1, ok?: true, Cap: false, "1x": 1, "+": 2, "a=": 3 }
  get "inspect", to: "hashes#inspect", defaults: { cfg: cfg, range: 1..2, re: /a\/b/i, neg: -1, flt: 1e20, esc: "tab\t nl\n uni é \u0001 \e #{"$"}{x}", sym: :"a b", rat: nil }
  get cfg.keys.map(&:to_s).map(&:parameterize).reject(&:empty?).join("_"), to: "hashes#keys", as: :cfg_keys
  { a: 1, b: 2 }.each_with_index do |(k, v), i|
    get "each/#{k}#{v}#{i}", to: "hashes#each"
  end
  { x: %w[one two], y: %w[three] }.flat_map { |k, vs| vs.map { |v| [k, v] } }.each { |k, v| get "flat/#{k}/#{v}", to: "hashes##{v}" }
  h.each { |pair| r["one", pair.join] }
  h.map { |k, v = 5, *rest| r["destr", k, v, rest.size] }
  sorted = h.sort_by { |k, v| -v }.to_h
  sorted.each_key { |k| r["key", k] }
  sorted.each_value { |v| r["val", v] }
  r[sorted.first.inspect.length, sorted.sum { _2 }, sorted.map { "#{_1}#{_2}" }.join, sorted.keys.each_slice(2).to_a.length, sorted.reject! { |_, v| v > 2 }&.size, sorted.select! { true }.inspect, sorted.delete_if { |k, _| k == :a }.size, sorted.keep_if { true }.size, sorted.clear.size]
end
