# an error raised in a method that a block calls
Rails.application.routes.draw do
  def check!(name)
    raise ArgumentError, "no such section: #{name}" unless %w[a b].include?(name)
    name
  end
  %w[a c].each do |n|
    get check!(n), to: "x#y"
  end
end
