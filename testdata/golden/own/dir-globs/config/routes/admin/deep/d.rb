get 'admin_deep_d_rb', to: 'a#admin_deep_d_rb'
