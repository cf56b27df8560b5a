# Constants that the branches of a condition assign under conditions of their own.
Rails.application.routes.draw do
  if S.a?
    V = 1 if S.b?
  else
    V = 2 if S.c?
  end
  get "v", to: "x#y" if defined?(V)
  if S.a?
    W = 1 if S.b?
  else
    W = 2
  end
  get "w", to: "x#y" if defined?(W)
  X = 1 if S.a?
  X = 2 unless S.a?
  get "x", to: "x#y" if defined?(X)
  Y = 1 if S.a?
  Y ||= 2
  get "y", to: "x#y" if defined?(Y)
  get "y2", to: "x#y" if Y == 2
  Z = 1 if S.a?
  Object.send(:remove_const, :Z) if S.a?
  get "z1", to: "x#y" if defined?(Z)
  Z = 2
  get "z2", to: "x#y" if defined?(Z)
  module M
    A = 1 if S.a?
  end
  get "m", to: "x#y" if M.constants.include?(:A)
  M::A ||= 2
  get "n", to: "x#y" if M.const_defined?(:A)
end
