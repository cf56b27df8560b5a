# Requirements where token and text differ: groups, alternatives, separators, anchors in the middle, globs beside globs, strings, arrays.
Rails.application.routes.draw do
  get "a/:x/:y", to: "r#groups", x: /(a)(b)?|c/, y: /(\d)(\d)/
  get "b/:x/:y", to: "r#named", x: /(?<first>\w)\w*/
  get "c/:x:y", to: "r#neighbours", x: /\w+\./, y: /\d+/
  get "d/:x:y", to: "r#neighbours2"
  get "e/:x-:y", to: "r#dash"
  get "f/pre:x", to: "r#prefix", x: /\d*/
  get "g/:x", to: "r#empty", x: /\d*/
  get "h(/:x)(/:y)", to: "r#optional", x: /\d*/, y: /[a-z]*/
  get "i/:x", to: "r#mid", x: /a|b^c/
  get "j/*x/k/*y", to: "r#globs"
  get "l/*x.:y", to: "r#globdot"
  get "m/*x/:y", to: "r#globseg", x: /[a-z\/]+/, y: /[a-z.]+/
  get "n/:x(.:format)", to: "r#dots", x: /[^\/]+/
  get "o/:x(.:format)", to: "r#dotslazy", x: /[^\/]+?/
  get "p/:x(.:format)", to: "r#fmt", format: /json|xml/
  get "q/:x", to: "r#ahead", x: /(?=a)\w+/
  get "r/:x", to: "r#back", x: /(\w)\1/
  get "s/:x", to: "r#poss", x: /\w++/
  get "t/:x", to: "r#case", x: /abc/i
  get "u/:x", to: "r#ext", x: /a b # comment
    c/x
  get "v/:x", to: "r#hex", x: /\h{2,4}/
  get "w/:x", to: "r#posix", x: /[[:alpha:]]+/
  get "x/:x", to: "r#inter", x: /[a-z&&[^aeiou]]+/
  get "y/:x", to: "r#union", x: Regexp.union("a.b", /c+/)
  get "z/:x", to: "r#string", constraints: { x: "lit" }
  get "aa/:x", to: "r#array", constraints: { x: %w[one two] }
  get "ab/:x/ac", to: "r#slash", x: /[^.]+/
  get "ad/(:x/)ae", to: "r#inner", x: /\d+/
  get "af/:x(/ag(/:y))", to: "r#nested", y: /\d+/
  get "ah/:x.:y.:z", to: "r#threedots"
  get "ai/*x", to: "r#any", x: /.*/
  get "*x/aj", to: "r#lead"
  get "ak/:id/:id", to: "r#twice"
  get "al/:x", to: "r#space", x: /[^\/]+/, format: false
  get "am/*x/an(/:y)", to: "r#globopt", y: /\d/
  get "ao/:x", to: "r#lazy", x: /.+?/
  get "ap/:x/aq", to: "r#any2", x: /.+/
  get "ar/(a|b|:x)", to: "r#or"
  get "as/:x(.:y(.:z))", to: "r#dotnest"
  mount ->(e) { [200, {}, []] }, at: "at-", as: :dash_end
  mount ->(e) { [200, {}, []] }, at: "au/:x", x: /\d+/, as: :num
  mount ->(e) { [200, {}, []] }, at: "av(/:x)", as: :opt
  get "aw", to: "r#prefix2", anchor: false
  get "ax/:x", to: "r#prefix3", anchor: false, format: false
  get "ay/:x", to: "r#greek", x: /[α-ω]+|%CE%B1/
  get "az/:x", to: "r#brace", x: /a{,2}/
  get "ba/:x", to: "r#brace2", x: /a{2}+/
  get "bb/:x", to: "r#quoted", x: /\Qx/
  get "bc/:x", to: "r#nullable", x: /[^.]*/
  get "bd/:x", to: "r#longfirst", x: /a\.b|a/
  get "be/:x", to: "r#shortfirst", x: /a|a\.b/
  get "/", to: "r#root", as: :r
  get "/:x", to: "r#one", x: /[a-z]+\d/
end
