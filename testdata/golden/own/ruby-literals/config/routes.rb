# encoding: utf-8 -- Literals and layout: %-forms, nested quotes, numbers, symbols, operators as methods, comments everywhere, =begin, __END__, semicolons, continuation lines.
=begin
A block comment, with code that must not run:
  get "never", to: "never#never"
=end
require "set"; require 'json'

A, B = 1, 2; C = [A,
  B,
].freeze

Rails.application.routes.draw do # a comment after do
  get "a", to: "l#a"; get "b", to: "l#b"
  get("c",
    to: "l#c",   # why
    # a comment between arguments
    as: :cc,
  )
  get "d",
      to:
        "l#d"
  get "e" \
      "/f", to: "l#ef"
  resources :gs,
            only: [
              :index, # first
              :show
            ] do
    # nothing
  end
  get(*%w[h], to: "l#h") if [1,2,]
    .map { |x| x + 1 }
    # between
    .select(&:even?)
    &.any?
  x = 5
  y = x -1
  z = x - 1
  w = [x -1, x *2, x]
  get "i/#{y}/#{z}/#{w.join("-")}", :to => 'l#i'
  get %q(j/(k)), to: %Q{l#{"#"}j}
  get %(paren "quoted"), to: "l#paren", as: :paren
  get "m/#{%w(x y).join("/")}/#{%i[s t].last}/#{%w[a\ b c].size}/#{%W[#{1 + 1}n].first}", to: "l#m"
  get "n/:id", to: "l#n", id: %r{[a-z/]+}i
  get "o/:id", to: "l#o", id: /#{C.join("|")}|x\/y/, as: "o"
  get "p/#{1_000}/#{0x1F}/#{0b11}/#{017}/#{0o17}/#{1e2}/#{1.5e-3}/#{?A}/#{?\s.ord}", to: "l#p", as: :pp
  get "q/#{:"quoted sym".to_s.tr(" ", "-")}/#{:+.to_s.ord}/#{:[]=.length}/#{:a?.to_s.chop}/#{:"#{x}y"}/#{:a.<=>(:b)}", to: "l#q"
  get "r/#{1.+(2)}/#{[1, 2].[](0)}/#{5.-@}/#{!true}/#{true.!}/#{x.!}/#{5.send(:*, 2)}/#{[3,1].<<(2).size}", to: "l#r"
  get "s/#{x > 3 ? :big : :small}/#{x>3?1:0}/#{(x==5)?"y":"n"}/#{x.zero?? 1 : 2}", to: "l#s"
  if x == 5 and not y == 5 then get "t", to: "l#t" end
  h = {a: 1, "b": 2, :c => 3, "d" => 4, if: 5, "e f": 6}
  get "u/#{h.keys.join("-").tr(" ", "_")}/#{h[:if]}", to: "l#u"
  l1 = ->x{x+1}
  l2 = -> (x, y = 2) do x * y end
  l3 = lambda{|x|x}
  get "w/#{l1[1]}/#{l2.(2)}/#{l3.call 3}/#{->{4}.()}", to: "l#w"
  puts_like = %w[x y].each do |e| get "each/#{e}", to: "l#each" end
  get "aa/#{puts_like.size}", to: "l#aa"
  get "ab/#{[1, 2, 3][-1]}#{[*1..3].sum}/#{(1..)&.first(2)&.join}/#{(..5).include?(3)}/#{(1...4).to_a.size}/#{[1,2,3][1..]&.size}", to: "l#ab"
  get "ac/#{"a%%b" % []}/#{"%d%%" % 5}/#{10 %3}/#{10 % 3}/#{10.%(4)}", to: "l#ac"
  get "ad/#{"é" "ü"}/#{'a\'b\\c'.length}/#{"a\u00e9"}/#{"\#{x}".length}/#{'#{x}'.length}", to: "l#ad", as: :ad
  get "ae/#{<<~X.strip}/#{<<~'Y'.strip.length}", to: "l#ae"
    heredoc #{"in"} arg
  X
    raw #{x}
  Y
  get "af", to: "l#af", defaults: { class: 1, end: 2, def: 3, self: 4, nil: 5, true: 6, while: 7, and: 8 }
  get :next, to: "l#next"; get :class, to: "l#class"; get :end, to: "l#end"; post :if, to: "l#if"
  (get "ag", to: "l#ag"); ((get "ah", to: "l#ah"))
  begin; get "ai", to: "l#ai"; end
  get "aj", to: "l#aj" unless x != 5 || y != 4
  { get: "ak", post: "al" }.each { |verb, path| public_send verb, path, to: "l##{path}" }
  resources(:ams, only: :index) { get :an, on: :member }
  scope("ao") do get "ap", to: "l#ap" end
  namespace(:aq) { resources :ars, only: [] do get :as2, on: :collection end }
  get "at" => "l#at", as: "at", :defaults => {:k=>:v}, via: :get
  match 'au'=>'l#au',:via=>[:get,:post]
  get "av", { to: "l#av", as: "av" }.then { |o| o }
  v1 = 1 if false
  get "aw/#{v1.inspect}", to: "l#aw"
  get "ax/#{__FILE__.end_with?("routes.rb")}/#{__LINE__}/#{__dir__.nil?}", to: "l#ax"
  get "ay/#{C.equal?(::C)}/#{::A + B}/#{Set[1, 1].size}/#{JSON.parse('{"k": [1]}')["k"][0]}/#{{ a: 1 }.to_json.length}", to: "l#ay"
  get "az/#{[[1, [2, 3]], [4, [5, 6]]].map { |a, (b, c)| a + b + c }.join("-")}", to: "l#az"
  get "ba/#{DATA.class.name.downcase rescue "nodata"}", to: "l#ba" if false
end
__END__
get "after_end", to: "never#never"
