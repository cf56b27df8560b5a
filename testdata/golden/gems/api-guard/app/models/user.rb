class User
  def self.refresh_token_association = :refresh_tokens
end
