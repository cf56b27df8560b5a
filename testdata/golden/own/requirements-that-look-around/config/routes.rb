# Requirements that look at what stands around a segment: token by token they see the segment alone, the whole path's pattern sees the rest.
Rails.application.routes.draw do
  get "a/:x/y", to: "a#ahead", x: /(?!admin)\w+/
  get "b/:x", to: "b#behind", x: /[^\/]+(?<!\.git)/
  get "c/:x/y", to: "c#sees_rest", x: /\w+(?!\/y)/
  get "d/:x/y", to: "d#sees_rest_too", x: /(?!no\/y)\w+/
  get "e/:x", to: "e#sees_before", x: /(?<!e\/)\w+/
  get "f/:x(.:format)", to: "f#word", x: /\w+\b/
  get "g/*x/edit", to: "g#glob", x: /(?!(?:admin|users)\/)[a-z.]+(?<!\.git|\.atom)(?:\/(?!(?:tree|blob)\/)[a-z.]+(?<!\.git|\.atom))*/
  get "g/*x", to: "g#rest", format: false
  get "h/:x", to: "h#atomic", x: /(?>a|ab)c/
  get "i/:x", to: "i#possessive", x: /\d*+a?/
  get "j/:x/:y", to: "j#two", x: /(?=[a-z])[^\/]+/, y: /\d+(?!\d)/
  get "k/:x", to: "k#back", x: /(\w)\w*\1/
  get "l/:x/z", to: "l#whole", x: /(?!x).+?/
  get "m/*x/n/*y", to: "m#globs", x: /(?!q)[a-z\/]+/, y: /[a-z\/]+(?<!z)/, format: false
  get "n/:x-:y", to: "n#custom", x: /(?!no)[a-z]+/, y: /\d+(?<!13)/
  get "o/:x", to: "o#class", x: /(?i:(?!ADMIN\b)[a-z]+)/
  get "p(/:x)/q", to: "p#optional", x: /(?!none)[a-z]+/
end
