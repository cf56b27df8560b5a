# OmniAuth: what Devise asks of its settings.
#
# module: OmniAuth
# newest: 2.1.4
# settings: OmniAuth.config

Signalbox.settings allowed_request_methods: [:symbols, Signalbox.since?("omniauth", "2") ? [:post] : [:get, :post]],
                   path_prefix: [:text, nil]
