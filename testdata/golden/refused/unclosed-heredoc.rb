# a heredoc without its end
# at: 4|5|6|7
Rails.application.routes.draw do
  words = <<~WORDS
    a
    b
end
