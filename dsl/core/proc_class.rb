# Methods of the class Proc.
class << Proc
  forks def new(&block) = proc(&block)
end
