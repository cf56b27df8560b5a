class Plan
  SIZE = "small"
  def self.name_of_it = "before"
end

return if Rails.env.development?

class Plan
  def self.name_of_it = "behind"
end
