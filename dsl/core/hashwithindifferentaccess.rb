class HashWithIndifferentAccess
  forks partial def stringify_keys = dup
  looksAtKinds def assoc(key) = slice(key).first
  def without(*keys) = except(*keys)

  partial adds def reverse_merge(other) = other.with_indifferent_access.merge(self)
  alias with_defaults reverse_merge
end
