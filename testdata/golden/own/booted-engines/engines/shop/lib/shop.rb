require "base"
require "shop/engine"

module Shop
end
