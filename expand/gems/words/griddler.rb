# Griddler: RouteExtensions#mount_griddler.
#
# module: Griddler
# newest: 1.5.2
# word: mount_griddler
#   Maps the endpoint that mail services send mails to.
#   mount_griddler "/mails"

class ActionDispatch::Routing::Mapper
  def gem_mount_griddler(path = "/email_processor") = post(path => "griddler/emails#create", as: :email_processor)
end
