%w[Tag Word].each do |name|
  ActiveAdmin.register name.constantize do
    actions :index, :show if Settings.on?
  end
end

ActiveAdmin.register Post do
  belongs_to :tag, optional: true if Settings.on?
  %w[ban unban].each { |name| member_action name.to_sym, method: :put }
  collection_action :export if Settings.off?
  config.batch_actions = false if Settings.off?
end

if Settings.off?
  ActiveAdmin.register_page "Reports" do
    page_action :csv
  end
end
