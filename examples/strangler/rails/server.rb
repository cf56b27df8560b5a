# Serves config.ru with WEBrick at a free port, which it prints, until its standard input ends.
# It needs the gems webrick and rack, from rack 3 on also rackup.
require "rack"
begin
  require "rackup/handler/webrick"
  handler = Rackup::Handler::WEBrick
rescue LoadError
  require "rack/handler/webrick"
  handler = Rack::Handler::WEBrick
end

Thread.new do
  $stdin.read
  exit!
end
app, = Rack::Builder.parse_file(File.join(__dir__, "config.ru"))
handler.run(app, Host: "127.0.0.1", Port: 0, AccessLog: [], Logger: WEBrick::Log.new($stderr, WEBrick::Log::ERROR)) do |server|
  puts server.listeners.first.addr[1]
  $stdout.flush
end
