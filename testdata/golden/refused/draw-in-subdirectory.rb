# draw of a missing file in a subdirectory
Rails.application.routes.draw do
  scope "x" do
    draw "sub/missing"
  end
end
