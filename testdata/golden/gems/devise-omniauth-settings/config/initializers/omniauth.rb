OmniAuth.config.allowed_request_methods = %i[get post]
