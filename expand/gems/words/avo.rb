# Avo: Mapper#mount_avo, as of 3.
#
# module: Avo
# newest: 4.1.15
# since: 3
# plugins: avo-
# settings: Avo.configuration
# word: mount_avo
#   Mounts Avo, and draws its block into it.
#   mount_avo at: "/admin"

Signalbox.settings root_path: [:text, "/avo"]

class ActionDispatch::Routing::Mapper
  def gem_mount_avo(at: avo_root, mount_lookbook: false, **options, &block)
    at.then { |path| mount Avo::Engine, at: path, **options }
    Avo::Engine.routes.draw(&block) if block
  end

  def avo_root = (path = Avo.configuration.root_path) == "/" ? "" : path
end
