get 'admin_rb', to: 'a#admin_rb'
