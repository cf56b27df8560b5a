# an error inside a stored proc
Rails.application.routes.draw do
  draw_later = proc do |name|
    get name, to: name.fetch(:to)
  end
  draw_later.call(
    { path: "a" }
  )
end
