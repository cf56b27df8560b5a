require "shop/engine"
