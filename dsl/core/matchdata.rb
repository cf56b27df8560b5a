class MatchData
  def captures = to_a.drop(1)
  alias deconstruct captures
  def size = to_a.size
  alias length size
  def to_s = self[0]
  def names = regexp.names
  def named_captures(symbolize_names: false) = names.to_h { |name| [symbolize_names ? name.to_sym : name, self[name]] }
  def deconstruct_keys(_) = named_captures(symbolize_names: true)
  def values_at(*groups) = groups.flat_map { |group| Range === group ? to_a.values_at(group) : [self[group]] }
  def match(group) = byteoffset(group) && self[group]
  def match_length(group) = match(group)&.size
  def offset(group) = byteoffset(group).map { |at| at && string.byteslice(0, at).size }
  def begin(group) = offset(group).first
  def end(group) = offset(group).last
  def pre_match = string.byteslice(0, byteoffset(0).first)
  def post_match = string.byteslice(byteoffset(0).last..)
  def ==(other) = MatchData === other && string == other.string && regexp == other.regexp && (0...size).all? { |i| byteoffset(i) == other.byteoffset(i) }
  alias eql? ==
end
