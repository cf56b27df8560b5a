module Shop
  class Order
  end
end
