#!/usr/bin/env ruby
# CODING = binary
get "biné", to: "pages#binary"
