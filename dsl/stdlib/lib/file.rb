# The functions of File that only look at names, and those that look at the files of the
# application.
class File
  SEPARATOR = "/".freeze

  class << self
    def basename(name, suffix = "")
      base = Primitive.path_base(name)
      suffix = extname(base) if suffix == ".*"
      base == suffix ? base : base.delete_suffix(suffix)
    end

    def dirname(name, level = 1)
      level.times { name = Primitive.path_dir(name) }
      name
    end

    def extname(name) = Primitive.path_ext(name)
    def split(name) = [dirname(name), basename(name)]

    # The folder of the application is the root of all names.
    def expand_path(name, dir = nil) = dir ? Primitive.path_join(dir, name) : Primitive.path_clean(name)

    def exist?(name) = !Primitive.file_kind(name).nil?
    def file?(name) = Primitive.file_kind(name) == :file
    def directory?(name) = Primitive.file_kind(name) == :folder

    def read(name, length = nil, offset = nil, **)
      Primitive.undecided if length || offset
      Primitive.file_text(name)
    end

    def open(*) = Primitive.undecided
  end

  # Texts may be known in part.
  opaque def self.join(*parts)
    first, *rest = parts.flatten.map { |part| Primitive.path(part) }
    rest.reduce(first || "") { |path, part| "#{path.sub(%r{/+\z}, "")}/#{part.sub(%r{\A/+}, "")}" }
  end

  def initialize(*) = Primitive.undecided
end
