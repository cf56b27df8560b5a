class Page
  delegate_missing_to :@name

  def initialize(name) = @name = name
  def slug = "page_#{upcase.downcase}"
end
