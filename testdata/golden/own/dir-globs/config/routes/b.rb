get 'b_rb', to: 'a#b_rb'
