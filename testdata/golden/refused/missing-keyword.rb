# a missing keyword
Rails.application.routes.draw do
  def section(name, to:) = get(name, to: to)
  section "a"
end
