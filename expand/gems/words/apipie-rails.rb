# Apipie: Routing::MapperExtensions#apipie, as of 0.2.
#
# module: Apipie
# newest: 1.5.0
# since: 0.2
# settings: Apipie.configuration
# word: apipie
#   Maps the documentation of the API.
#   apipie

Signalbox.settings doc_base_url: [:text, "/apipie"]

class ActionDispatch::Routing::Mapper
  def gem_apipie(options = {})
    Apipie.configuration.doc_base_url.then do |base|
      namespace "apipie", path: base do
        get "apipie_checksum", to: "apipies#apipie_checksum", format: "json"
        constraints(version: %r{[^/]+}, resource: %r{[^/]+}, method: %r{[^/]+}) do
          get "(:version)/(:resource)/(:method)", **{ to: "apipies#index", as: :apipie }.merge(options)
        end
      end
    end
  end
end
