# Pathname, whose files are those of the application.
class Pathname
  include Comparable

  def initialize(path)
    @path = Primitive.path(path)
  end

  def to_s = @path.dup
  alias to_str to_s
  alias to_path to_s
  def inspect = "#<Pathname:#{@path}>"
  def ==(other) = Pathname === other && @path == other.to_s
  alias eql? ==
  def hash = @path.hash
  def <=>(other) = Pathname === other ? @path.tr("/", "\0") <=> other.to_s.tr("/", "\0") : nil

  # An absolute name starts anew.
  def join(*parts) = Pathname.new(parts.reduce(@path) { |path, part| Primitive.path_join(path, part) })
  def +(other) = join(other)
  alias / +

  def basename(suffix = "") = Pathname.new(File.basename(@path, suffix))
  def dirname = Pathname.new(File.dirname(@path))
  alias parent dirname
  def extname = File.extname(@path)
  def sub_ext(ext) = Pathname.new(@path.delete_suffix(extname) + ext)
  def cleanpath = Pathname.new(Primitive.path_clean(@path))
  def absolute? = @path.start_with?("/")
  def relative? = !absolute?
  def root? = @path.match?(%r{\A/+\z})
  def split = [dirname, basename]

  def ascend
    return to_enum(:ascend) unless block_given?
    path = @path
    yield self
    until path.match?(%r{\A/*\z})
      path = path.sub(%r{[^/]*/*\z}, "")
      break if path.empty?
      yield Pathname.new(path.match?(%r{\A/+\z}) ? path : path.sub(%r{/+\z}, ""))
    end
  end

  def descend(&block)
    return to_enum(:descend) unless block
    ascend.to_a.reverse.each(&block)
    nil
  end

  def each_filename(&block) = names(@path).each(&block)

  def relative_path_from(base)
    to, from = Primitive.path_clean(@path), Primitive.path_clean(base)
    if to.start_with?("/") != from.start_with?("/")
      raise ArgumentError, "different prefix: #{to[%r{\A/?}].inspect} and #{base.inspect}"
    end
    parts, bases = names(to), names(from)
    parts, bases = parts.drop(1), bases.drop(1) while !parts.empty? && parts.first == bases.first
    raise ArgumentError, "base_directory has ..: #{from.inspect}" if bases.include?("..")
    Pathname.new(Primitive.path_clean([*[".."] * bases.size, *parts].join("/")))
  end

  opaque def exist? = Primitive.call(File, :exist?, @path)
  opaque def file? = Primitive.call(File, :file?, @path)
  opaque def directory? = Primitive.call(File, :directory?, @path)
  opaque def read = Primitive.call(File, :read, @path)
  opaque def children(*) = glob("*")

  opaque def glob(pattern, *, &block)
    names = Primitive.call(Dir, :glob, Primitive.path_clean("#{@path}/#{Primitive.path(pattern)}"))
    return names if Primitive.unknown?(names)
    paths = names.map { |name| Pathname.new(name) }
    block ? (paths.each(&block); nil) : paths
  end

  private

  def names(path) = path.split("/").reject { |name| name.empty? || name == "." }
end
