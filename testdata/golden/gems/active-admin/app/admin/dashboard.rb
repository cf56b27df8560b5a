ActiveAdmin.register_page "Dashboard" do
  menu priority: 1
  content { para "x" }
end
