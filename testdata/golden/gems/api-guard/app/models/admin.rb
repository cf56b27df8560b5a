class Admin
  def self.refresh_token_association = nil
end
