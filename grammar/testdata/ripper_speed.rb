# Times Ripper.sexp, Ruby's own parser with a tree, on the .rb files below a
# directory, for the comparison with this package:
#
#   ruby testdata/ripper_speed.rb DIR [word in the path]
#   CORPUS=DIR go test . -run '^$' -bench Corpus
#
# Both give processor time, which says more than the clock on a busy machine.

require 'ripper'

files = Dir.glob('**/*.rb', base: ARGV[0]).select { |f| ARGV[1].nil? || f.include?(ARGV[1]) }.map { |f| File.read(File.join(ARGV[0], f)) }
size = files.sum(&:bytesize)
best = Array.new(5) do
  GC.start
  from = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  files.each { |f| Ripper.sexp(f) }
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - from
end.min
printf("%d files, %.0f KB: %.1f ms, %.2f MB/s\n", files.size, size / 1e3, best * 1e3, size / 1e6 / best)
