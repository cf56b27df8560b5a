# Methods of Array that are made of others. ActiveSupport: core_ext/object/to_query.
class Array
  # showsParts
  def to_param = map(&:to_param).join("/")

  # showsParts
  def to_query(key)
    prefix = "#{key}[]"
    empty? ? nil.to_query(prefix) : map { |value| value.to_query(prefix) }.join("&")
  end
end
