def self.page(name)
  parts = { "a" => 1 }
  get name, to: "pages##{name}", defaults: { n: parts.fetch(name) }
end
page "a"
