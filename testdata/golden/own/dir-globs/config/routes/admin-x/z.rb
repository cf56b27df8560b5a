get 'admin_x_z_rb', to: 'a#admin_x_z_rb'
