class Float
  def nan? = self != self
  def finite? = self - self == 0
  def infinite? = nan? || finite? ? nil : self <=> 0
  def integer? = false
  def real? = true
  alias html_safe? real?
end
