class Shop::Clerk < Shop::Buyer
  include Shop::Badge
end
