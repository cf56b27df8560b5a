get '_hidden_rb', to: 'a#_hidden_rb'
