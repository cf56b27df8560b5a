package mapper

import "strings"

// requestMethods are the public methods of ActionDispatch::Request in Rails
// 8.1: a constraint on anything else is dropped.
var requestMethods = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(requestMethodNames) {
		all[name] = true
	}
	return all
}()

const requestMethodNames = `
! != !~ <=> == === =~ GET POST [] []= __id__ __send__ accept accept_charset accept_encoding accept_language
accepts acts_like? add_header as_json auth_type authority authorization base_url blank? body body_stream
cache_control cache_control_directives class class_eval client_ip clone commit_cookie_jar! commit_csrf_token
commit_flash content_charset content_length content_mime_type content_security_policy
content_security_policy= content_security_policy_nonce content_security_policy_nonce_directives
content_security_policy_nonce_directives= content_security_policy_nonce_generator
content_security_policy_nonce_generator= content_security_policy_report_only
content_security_policy_report_only= content_type controller_class controller_class_for controller_instance
controller_instance= cookies deep_dup define_singleton_method delete? delete_header delete_param display
domain domain_extractor domain_extractor= dup duplicable? each_header engine_script_name engine_script_name=
enum_for env eql? equal? etag_matches? extend fetch_header filtered_env filtered_parameters filtered_path
form_data? format format= formats formats= forwarded_authority forwarded_for forwarded_port freeze fresh?
from frozen? fullpath gateway_interface get? get_header has_content_type? has_header? hash head? headers host
host_authority host_with_port hostname html_safe? http_auth_salt if_modified_since if_none_match
if_none_match_etags ignore_accept_header ignore_accept_header= in? inspect instance_eval instance_exec
instance_of? instance_values instance_variable_defined? instance_variable_get instance_variable_names
instance_variable_set instance_variables ip is_a? itself key? kind_of? link? local? logger media_type
media_type_params method method_symbol methods multithread? negotiate negotiate_mime nil? not_modified?
object_id optional_port options? origin original_fullpath original_script_name original_url parameter_filter
parameters params parseable_data? patch? path path_info path_info= path_parameters path_parameters=
path_translated port port_string post? pragma presence presence_in present? private_methods protected_methods
protocol public_method public_methods public_send put? query_parameters query_string rack_request
raw_host_with_port raw_post raw_request_method referer referrer remote_addr remote_host remote_ident
remote_ip remote_ip= remote_user remove_instance_variable request_id request_id= request_method
request_method= request_method_symbol request_parameters request_parameters= request_parameters_list
reset_csrf_token reset_session respond_to? route= route_uri_pattern routes routes= scheme script_name
script_name= secure_protocol secure_protocol= send send_early_hints server_authority server_name server_port
server_protocol server_software session session= session_options session_options= set_header
should_apply_vary_header? singleton_class singleton_method singleton_methods ssl? standard_port
standard_port? strict_freshness strict_freshness= subdomain subdomains tap then tld_length tld_length=
to_enum to_json to_param to_query to_s to_yaml trace? trusted_proxy? try try! unlink? update_param url
user_agent uuid values_at variant variant= version with with_options x_csrf_token x_forwarded_for
x_forwarded_host x_request_id xhr? xml_http_request? yield_self
`
