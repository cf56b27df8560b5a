get 'admin_c_rb', to: 'a#admin_c_rb'
