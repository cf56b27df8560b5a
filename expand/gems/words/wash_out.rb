# WashOut: Mapper#wash_out, as of 0.11.
#
# module: WashOut
# newest: 0.12.0
# since: 0.11
# word: wash_out
#   Maps the WSDL and the endpoint of a SOAP service.
#   wash_out :rumbas

class ActionDispatch::Routing::Mapper
  def gem_wash_out(controller)
    name = (@scope[:module] ? "#{@scope[:module]}/#{controller}" : controller.to_s).underscore
    match "#{controller}/wsdl" => "#{controller}#_generate_wsdl", via: :get, format: false, as: "#{name}_wsdl"
    match "#{controller}/action" => WashOut::Router.new(name), via: [:get, :post], defaults: { controller: name, action: "soap" }, format: false, as: "#{name}_soap"
  end
end
