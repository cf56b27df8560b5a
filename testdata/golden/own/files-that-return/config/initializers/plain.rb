ENV["SIGNALBOX_R_PLAIN"] = "before"
return
ENV["SIGNALBOX_R_PLAIN"] = "behind"
