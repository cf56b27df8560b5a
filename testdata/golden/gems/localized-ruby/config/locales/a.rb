names = { people: "leute" }
{
  de: {
    routes: names.merge("about" => "ueber", new: "neu"),
    number: { nth: { ordinals: ->(_key, number:, **) { "#{number}." } } }
  },
  "fr" => { routes: { people: "gens", articles: "texte".pluralize } }
}
