# port 9999
port ENV.fetch("PORT", 3456)
