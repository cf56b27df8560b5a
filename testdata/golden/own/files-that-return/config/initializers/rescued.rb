begin
  raise "no" if Rails.env.development?
rescue StandardError
  return
end
ENV["SIGNALBOX_R_RESCUED"] = "behind"
