Avo.configure do |config|
  config.root_path = "/boss"
end
