# The functions of Dir that list the files of the application.
class Dir
  class << self
    # Names as the patterns have them, relative ones to the application's folder, or to base.
    def glob(pattern, *more, base: nil, **)
      before = base ? "#{Primitive.path(base).delete_suffix("/")}/" : ""
      names = [pattern, *more].flatten.grep_v(Integer).flat_map do |part|
        Primitive.glob(before + Primitive.path(part)).map { |name| name.delete_prefix(before) }
      end
      return names unless block_given?
      names.each { |name| yield name }
      nil
    end

    def [](*patterns, **options) = patterns.empty? ? [] : glob(*patterns, **options)
    def exist?(name) = File.directory?(name)
  end

  def initialize(*) = Primitive.undecided
end
