class Menu
  ITEMS = %w[home help].freeze

  class << self
    delegate_missing_to :items

    def items = ITEMS
    def label(name) = "label_#{name}"
  end
end
