# oracle: gems dotenv
# The variables of .env files, as dotenv gives them to Rails: the first file that has one counts, and what is there stays.
Rails.application.routes.draw do
  %w[BASE LOCAL DEVELOPMENT DEVELOPMENT_LOCAL TEST QUOTED SINGLE COMPOSED EXPORTED EMPTY COLON COMMENTED].each do |name|
    get "#{name.downcase}/#{ENV["DOTENV_GOLDEN_#{name}"] || "none"}", to: "variables#show"
  end
  get "old", to: redirect("#{ENV.fetch("DOTENV_GOLDEN_SITE")}/new")
  resources :posts, only: :index if ENV["DOTENV_GOLDEN_POSTS"] == "true"
end
