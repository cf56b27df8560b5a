# ENV.fetch of an unset variable
Rails.application.routes.draw do
  get ENV.fetch("SIGNALBOX_SURELY_UNSET"), to: "x#y"
end
