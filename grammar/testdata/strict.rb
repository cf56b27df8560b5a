# Puts each of many pieces of Ruby in each of many places and writes whether
# Ruby accepts it there: one line a place, `.` for yes and `x` for no, a character
# for each piece. `%` is the hole. Run by hand:
#
#   ruby testdata/strict.rb testdata/strict.txt > testdata/strict.golden

$VERBOSE = nil
places, pieces = File.read(ARGV[0]).split("\n====\n").map { |s| s.split("\n") }
puts "# Written by ruby #{RUBY_VERSION}, testdata/strict.rb. Not for editing."
places.each do |place|
  puts pieces.map { |piece|
    begin
      RubyVM::InstructionSequence.compile(place.gsub('\n', "\n").sub('%') { piece })
      '.'
    rescue SyntaxError
      'x'
    end
  }.join
end
