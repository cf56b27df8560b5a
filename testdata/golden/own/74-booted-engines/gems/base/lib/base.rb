require "base/engine"
