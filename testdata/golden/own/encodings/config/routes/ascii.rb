# encoding: us-ascii
get "ascii", to: "pages#ascii" # é
