# Methods of the class Set.
class << Set
  opaque def [](*list) = new(list)
end
