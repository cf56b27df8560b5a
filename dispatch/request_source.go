package dispatch

// Source is what [expand.Options.Set] calls the request, whatever the program does:
// `Gate.new.admits?(request)`.
func (q *request) Source() string { return "request" }
