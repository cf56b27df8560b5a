# authenticate takes two arguments.
# oracle: gems devise
Rails.application.routes.draw do
  authenticate :a, nil, 3 do
  end
end
