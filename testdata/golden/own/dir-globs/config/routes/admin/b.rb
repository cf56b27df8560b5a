get 'admin_b_rb', to: 'a#admin_b_rb'
