# frozen_string_literal: true

# Where the folders of applications come from, as APPS/SOURCES.tsv tells: lines of folder, repository and commit.
class Sources
  LINE = %r{\A(?<folder>[^\t/]+)\t(?<repository>[^\t/]+/[^\t]+)\t(?<commit>\h{7})\h*\z}

  def initialize(apps)
    file = File.join(apps, "SOURCES.tsv")
    lines = File.exist?(file) ? File.readlines(file, chomp: true) : []
    @names = lines.each.with_index(1).to_h do |line, number|
      found = LINE.match(line) or abort "#{file}:#{number}: want folder, owner/name and commit, with tabs between them: #{line}"
      [found[:folder], "#{found[:repository]}@#{found[:commit]}"]
    end
  end

  # The repository at its commit, or the folder itself where no line tells.
  def name(folder) = @names.fetch(folder, folder)
end
