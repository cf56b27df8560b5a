# Roboto: Routing#mount_roboto.
class ActionDispatch::Routing::Mapper
  def gem_mount_roboto = mount(Roboto::Engine => "/robots.txt")
end
