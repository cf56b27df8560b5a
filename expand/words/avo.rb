# Avo: Mapper#mount_avo, as of 3.
class ActionDispatch::Routing::Mapper
  def gem_mount_avo(at: avo_root, mount_lookbook: false, **options, &block)
    at.then { |path| mount Avo::Engine, at: path, **options }
    Avo::Engine.routes.draw(&block) if block
  end

  def avo_root = (path = Avo.configuration.root_path) == "/" ? "" : path
end
