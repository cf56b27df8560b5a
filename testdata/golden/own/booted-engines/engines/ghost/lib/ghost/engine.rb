module Ghost
  class Engine < Rails::Engine
  end
end
