# a class reopened with another superclass
Rails.application.routes.draw do
  class Gate < String; end
  class Gate < Array; end
end
