return if Rails.env.development?
module Shop
  ENV["SIGNALBOX_R_MODULE"] = "behind"
end
