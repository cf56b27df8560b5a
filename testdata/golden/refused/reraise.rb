# an error raised again after rescue
Rails.application.routes.draw do
  begin
    Integer("abc")
  rescue ArgumentError => e
    raise KeyError, "wrapped: #{e.message}"
  end
end
