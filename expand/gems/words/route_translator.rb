# RouteTranslator: Mapper#localized, in Go: it stands between the mapper and the table.
#
# word: localized
#   Maps the routes inside once for every locale, their paths translated by config/locales.
#   localized { get "people", to: "people#index" }
