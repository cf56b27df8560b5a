# WashOut: Mapper#wash_out, as of 0.11.
class ActionDispatch::Routing::Mapper
  def gem_wash_out(controller)
    name = (@scope[:module] ? "#{@scope[:module]}/#{controller}" : controller.to_s).underscore
    match "#{controller}/wsdl" => "#{controller}#_generate_wsdl", via: :get, format: false, as: "#{name}_wsdl"
    match "#{controller}/action" => WashOut::Router.new(name), via: [:get, :post], defaults: { controller: name, action: "soap" }, format: false, as: "#{name}_soap"
  end
end
