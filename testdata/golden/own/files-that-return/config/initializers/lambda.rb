check = lambda { return true }
ENV["SIGNALBOX_R_LAMBDA"] = "behind" if check.call
