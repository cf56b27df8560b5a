case Rails.env
when "development" then return
end
ENV["SIGNALBOX_R_CASE"] = "behind"
