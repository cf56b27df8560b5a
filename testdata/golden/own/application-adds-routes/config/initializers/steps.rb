return unless Rails.env.development?

%w[one two].each do |step|
  Rails.application.routes.append { get "steps/#{step}", to: "steps##{step}" }
end
next_step = "three"
Rails.application.routes.append { get "steps/#{next_step}", to: "steps#three" }
