Doorkeeper.configure do
end
