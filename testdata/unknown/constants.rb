# Constants that the branches of a condition assign under conditions of their own.
Rails.application.routes.draw do
  module M
    if S.a?
      V = 1 if S.b?
    else
      V = 2 if S.c?
    end
    if S.a?
      W = 1 if S.b?
    else
      W = 2
    end
    Z = 1 if S.a?
    remove_const(:Z) if S.a?
  end
  get "v", to: "x#y" if M.constants.include?(:V)
  get "w", to: "x#y" if M.constants.include?(:W)
  get "z1", to: "x#y" if M.constants.include?(:Z)
  M::Z = 2
  get "z2", to: "x#y" if M.constants.include?(:Z)
  X = 1 if S.a?
  X = 2 unless S.a?
  get "x", to: "x#y" if defined?(X)
  Y = 1 if S.a?
  Y ||= 2
  get "y", to: "x#y" if defined?(Y)
  get "y2", to: "x#y" if Y == 2
  M::A = 1 if S.a?
  M::A ||= 2
  get "a", to: "x#y" if M.const_defined?(:A)
  module Seen
    P = 1
    Q = 2
    private_constant :Q
  end
  if S.a?
    Seen.send(:private_constant, :P)
  else
    Seen.send(:public_constant, :Q)
  end
  Seen.constants.each { |n| get "seen/#{n.downcase}", to: "x#y" }
  get "p", to: "x#y" if defined?(Seen::P)
end
