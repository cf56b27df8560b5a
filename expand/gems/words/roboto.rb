# Roboto: Routing#mount_roboto.
#
# module: Roboto
# newest: 1.0.0
# word: mount_roboto
#   Mounts what answers for robots.txt.
#   mount_roboto

class ActionDispatch::Routing::Mapper
  def gem_mount_roboto = mount(Roboto::Engine => "/robots.txt")
end
