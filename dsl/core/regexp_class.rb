# Methods of the class Regexp.
class << Regexp
  converts def union(*patterns)
    patterns = patterns[0] if patterns.size == 1 && Array === patterns[0]
    return /(?!)/ if patterns.empty?
    return patterns[0] if patterns.size == 1 && Regexp === patterns[0]
    new(patterns.map { |p| Regexp === p ? p.to_s : escape(patterns.size == 1 ? p : "" + p) }.join("|"))
  end
end
