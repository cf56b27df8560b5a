# A proc that holds others is one in Go to programs, which see no place and no parameters of it.
class Proc
  converts forks def curry(arity = nil)
    least = self.arity < 0 ? -self.arity - 1 : self.arity
    wanted = arity.nil? ? least : Primitive.int(arity)
    raise ArgumentError, "wrong number of arguments (given #{wanted}, expected #{least})" if lambda? && self.arity >= 0 && wanted != least
    Primitive.curried(self, wanted, [])
  end

  forks def >>(other) = Primitive.composed(self, other, other)
  forks def <<(other) = Primitive.composed(other, self, other)
end
