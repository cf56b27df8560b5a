# Writes what Ruby says about each snippet of testdata/wrong.txt: `ok`, or the
# line and the words of its first error. Run by hand:
#
#   ruby testdata/wrong.rb testdata/wrong.txt > testdata/wrong.golden

$VERBOSE = nil
puts "# Written by ruby #{RUBY_VERSION}, testdata/wrong.rb. Not for editing."
File.read(ARGV[0]).delete_suffix("\n").split("\n----\n").each do |s|
  RubyVM::InstructionSequence.compile(s)
  puts 'ok'
rescue SyntaxError => e
  puts e.message.lines.first.chomp.sub(/\A<compiled>:(\d+): /, '\1 ')
end
