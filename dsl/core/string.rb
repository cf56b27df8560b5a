# Methods of String that are made of others.
# ActiveSupport: core_ext/string.
class String
  def squish = gsub(/[[:space:]]+/, " ").strip

  # changes
  def squish! = replace(squish)
end
