module Ended
  def self.included(base)
    base.class_eval { devise :timeoutable }
  end
end
