# each on nil from a missing key
Rails.application.routes.draw do
  sections = { "admin" => %w[a b] }
  sections["admin"].each { |s| get s, to: "x#y" }
  sections["public"].each { |s| get s, to: "x#y" }
end
