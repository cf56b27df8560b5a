Rails.application.routes.draw do
  get ​"x", to: "a#b"
  get "y"， to: "a#b"
 ﻿ get "z", to: "a#b"
end
