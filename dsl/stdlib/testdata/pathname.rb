Pathname("/a/b.rb").basename(".rb").to_s
Pathname("a") == Pathname.new("a")
Pathname.new("a/b/c").each_filename.to_a
a = []; Pathname.new("/a//b/").each_filename { |n| a << n }; a
Pathname.new("/a/b/c").relative_path_from(Pathname.new("/a")).to_s
Pathname.new("/a/b/c").relative_path_from(Pathname.new("/a/d/e")).to_s
Pathname.new("a").relative_path_from(Pathname.new(".")).to_s
Pathname.new(".").relative_path_from(Pathname.new("a/b")).to_s
Pathname.new("/a").relative_path_from("/a").to_s
Pathname.new("a/../b").relative_path_from(Pathname.new("c")).to_s
Pathname.new("/a/b.rb").sub_ext(".txt").to_s
Pathname.new("/a/b").sub_ext(".txt").to_s
Pathname.new("b.tar.gz").sub_ext("").to_s
Pathname.new("/a").absolute?
Pathname.new("a").absolute?
Pathname.new("a").relative?
Pathname.new("/").root?
Pathname.new("/a").root?
Pathname.new("a/./b/../c").cleanpath.to_s
Pathname.new("/a/b").parent.to_s
Pathname("a/b").relative_path_from("c/d/e").to_s
Pathname.new("/a/b.rb").split.map(&:to_s)
Pathname.new("a").split.map(&:to_s)
Pathname.new("/").split.map(&:to_s)
Pathname.new("/a/b/c").ascend.map(&:to_s)
Pathname.new("a/b/c").ascend.map(&:to_s)
Pathname.new("a//b/").ascend.map(&:to_s)
Pathname.new("./a").ascend.map(&:to_s)
Pathname.new("/").ascend.map(&:to_s)
Pathname.new("a").ascend.map(&:to_s)
Pathname.new("").ascend.map(&:to_s)
Pathname.new("../a").ascend.map(&:to_s)
Pathname.new("/a/b").ascend { |p| break p.to_s }
Pathname.new("/a/b").ascend { |p| p }
Pathname.new("a/b").freeze.descend.map(&:to_s)
Pathname.new("/a/b/c").descend.map(&:to_s)
Pathname.new("/a/b").descend { |p| p }
Pathname.new("/a/b").ascend.class
Pathname.new("/a").ascend(1)
Pathname.new("/a").split(1)
