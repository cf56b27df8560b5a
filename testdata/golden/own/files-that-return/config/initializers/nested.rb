[1].each do |n|
  next if n == 1
  ENV["SIGNALBOX_R_NESTED"] = "no"
end
ENV["SIGNALBOX_R_NESTED"] = "behind"
