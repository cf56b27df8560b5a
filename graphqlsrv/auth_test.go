package graphqlsrv

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type member struct {
	Name  string   `json:"name"`
	Roles []string `json:"roles"`
}

const authSDL = `
type Query {
	open: String @skipAuth
	closed: String @requireAuth
	admin: String @requireAuth(roles: ["admin", "owner"])
}`

func authServices() map[string]Resolver {
	s := map[string]Resolver{}
	for _, name := range []string{"open", "closed", "admin"} {
		s[name] = Func(func(context.Context) (string, error) { return "yes", nil })
	}
	return s
}

// decodeOnly decodes tokens of one provider.
func decodeOnly(provider string) Decoder {
	return func(_ context.Context, t Token, _ *http.Request) (any, error) {
		if t.Type != provider {
			return nil, nil
		}
		if t.Value == "bad" {
			return nil, errors.New("bad signature")
		}
		return t.Schema + ":" + t.Value, nil
	}
}

func findMember(_ context.Context, decoded any, _ Token, _ *http.Request) (any, error) {
	switch decoded {
	case nil:
		return (*member)(nil), nil
	case "Bearer:root":
		return &member{"Ada", []string{"admin"}}, nil
	case "Bearer:gone":
		return nil, errors.New("no such user")
	}
	return &member{Name: "Bo"}, nil
}

// askAs sends a query with headers, in pairs.
func askAs(t *testing.T, e *engine, query string, headers ...string) string {
	t.Helper()
	r, _ := http.NewRequest(http.MethodPost, "/graphql", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	ctx, f := e.newContext(context.Background(), r)
	if f == nil {
		var op *operation
		if op, f = e.prepare(ctx, &Request{Query: query}); f == nil {
			return string(op.execute(ctx, nil))
		}
	}
	return string(f.append(nil))
}

func TestAuthentication(t *testing.T) {
	e, err := newEngine(sdl(authSDL), []Option{
		WithServices(authServices()), WithLogger(nil),
		WithAuth(Decoders(decodeOnly("first"), decodeOnly("second")), findMember),
	})
	if err != nil {
		t.Fatal(err)
	}
	const (
		open         = `{"data":{"open":"yes"}}`
		closed       = `{"data":{"closed":"yes"}}`
		stranger     = `{"data":{"closed":null},"errors":[{"message":"You don't have permission to do that.","locations":[{"line":1,"column":2}],"path":["closed"],"extensions":{"code":"UNAUTHENTICATED"}}]}`
		forbidden    = `{"data":{"admin":null},"errors":[{"message":"You don't have access to do that.","locations":[{"line":1,"column":2}],"path":["admin"],"extensions":{"code":"FORBIDDEN"}}]}`
		malformed    = `{"errors":[{"message":"The header Authorization must be a scheme, one space and a token, such as \"Bearer 3f9a\", if there is a header auth-provider.","extensions":{"code":"UNAUTHENTICATED"}}]}`
		broken       = `{"errors":[{"message":"Something went wrong.","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`
		whoIsAda     = `{"data":{"signalbox":{"currentUser":{"name":"Ada","roles":["admin"]}}}}`
		whoIsNobody  = `{"data":{"signalbox":{"currentUser":null}}}`
		currentQuery = `{signalbox{currentUser}}`
	)
	for _, c := range []struct {
		name, query string
		headers     []string
		want        string
	}{
		{"nobody, open", `{open}`, nil, open},
		{"nobody, closed", `{closed}`, nil, stranger},
		{"no provider means nobody", `{closed}`, []string{"Authorization", "Bearer x"}, stranger},
		{"unknown provider means nobody", `{closed}`, []string{"auth-provider", "third", "Authorization", "Bearer x"}, stranger},
		{"the first decoder", `{closed}`, []string{"auth-provider", "first", "Authorization", "Bearer x"}, closed},
		{"the second decoder", `{closed}`, []string{"auth-provider", "second", "Authorization", "Bearer x"}, closed},
		{"a cookie", `{closed}`, []string{"Cookie", "a=b; auth-provider=second"}, closed},
		{"a role", `{admin}`, []string{"auth-provider", "first", "Authorization", "Bearer root"}, `{"data":{"admin":"yes"}}`},
		{"no role", `{admin}`, []string{"auth-provider", "first", "Authorization", "Bearer x"}, forbidden},
		{"current user", currentQuery, []string{"auth-provider", "first", "Authorization", "Bearer root"}, whoIsAda},
		{"no current user", currentQuery, nil, whoIsNobody},
		{"a decoder fails", `{open}`, []string{"auth-provider", "first", "Authorization", "Bearer bad"}, broken},
		{"the user can't be found", `{open}`, []string{"auth-provider", "first", "Authorization", "Bearer gone"}, broken},
		{"half a header", `{open}`, []string{"auth-provider", "first", "Authorization", "Bearer"}, malformed},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, askAs(t, e, c.query, c.headers...), c.want) })
	}
}

func TestContextReachesPlainFunctions(t *testing.T) {
	whoAmI := func(ctx context.Context) string { return FromContext(ctx).CurrentUser.(*member).Name }
	e := engineOf(t, `type Query { me: String }`, map[string]Resolver{
		"me": Func(func(ctx context.Context) (string, error) { return whoAmI(ctx), nil }),
	}, WithAuth(decodeOnly("first"), findMember))
	expect(t, askAs(t, e, `{me}`, "auth-provider", "first", "Authorization", "Bearer root"), `{"data":{"me":"Ada"}}`)
	if FromContext(context.Background()) != nil {
		t.Error("a context outside of a request")
	}
}

func TestTypedNilIsNobody(t *testing.T) {
	nobody := func(context.Context, Token, *http.Request) (any, error) { return (*member)(nil), nil }
	for name, auth := range map[string]Option{
		"decoder":      WithAuth(nobody, nil),
		"decoders":     WithAuth(Decoders(nobody, nobody), nil),
		"current user": WithAuth(decodeOnly("x"), func(context.Context, any, Token, *http.Request) (any, error) { return (*member)(nil), nil }),
	} {
		e, err := newEngine(sdl(authSDL), []Option{WithServices(authServices()), WithLogger(nil), auth})
		if err != nil {
			t.Fatal(err)
		}
		if got := askAs(t, e, `{closed}`, "auth-provider", "x", "Authorization", "Bearer y"); !strings.Contains(got, CodeUnauthenticated) {
			t.Errorf("%s: %s", name, got)
		}
	}
	ctx := NewContext(context.Background(), &Context{CurrentUser: (*member)(nil)})
	if err := new(engine).requireAuth(ctx, DirectiveCall{}); err == nil {
		t.Error("a typed nil in a context passed")
	}
}

// TestRolesOfTheApplicationsOwnDeclaration has one role where the SDL says String.
func TestRolesOfTheApplicationsOwnDeclaration(t *testing.T) {
	declared := func(arguments, use string) (*engine, error) {
		return newEngine(sdl("directive @requireAuth("+arguments+") on FIELD_DEFINITION type Query { a: String @requireAuth("+use+") }"),
			[]Option{WithLogger(nil), WithAuth(decodeOnly("x"), findMember), WithServices(map[string]Resolver{"a": constant("yes")})})
	}
	e, err := declared("roles: String", `roles: "admin"`)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, askAs(t, e, `{a}`, "auth-provider", "x", "Authorization", "Bearer root"), `{"data":{"a":"yes"}}`)
	if got := askAs(t, e, `{a}`, "auth-provider", "x", "Authorization", "Bearer other"); !strings.Contains(got, CodeForbidden) {
		t.Error(got)
	}
	if _, err := declared("role: String", `role: "admin"`); err == nil || !strings.Contains(err.Error(), "schema.graphql:1:24: @requireAuth has the argument role") {
		t.Error(err)
	}
}

// TestDocumentedAuth is the example of docs/graphql.md, whose currentUser takes what
// was decoded for granted.
func TestDocumentedAuth(t *testing.T) {
	type session struct{ name string }
	decodeSession := func(_ context.Context, t Token, _ *http.Request) (any, error) {
		switch {
		case t.Type != "session" || !strings.EqualFold(t.Schema, "Bearer"):
			return nil, nil // not mine: ask the next
		case t.Value == "gone":
			return (*session)(nil), nil
		}
		return &session{t.Value}, nil
	}
	currentUser := func(_ context.Context, decoded any, _ Token, _ *http.Request) (any, error) {
		return &member{Name: decoded.(*session).name}, nil
	}
	for _, decode := range []Decoder{decodeSession, Decoders(decodeSession), Decoders(decodeSession, decodeOnly("other"))} {
		e := engineOf(t, `type Query { a: Int }`, nil, WithAuth(decode, currentUser))
		for _, c := range []struct{ provider, authorization, want string }{
			{"session", "Bearer Ada", `{"name":"Ada","roles":null}`},
			{"jwt", "Bearer Ada", `null`},
			{"session", "Bearer gone", `null`},
			{"", "Bearer Ada", `null`},
			{"session", "bearer Ada", `{"name":"Ada","roles":null}`},
			{"session", "Basic Ada", `null`},
		} {
			want := `{"data":{"signalbox":{"currentUser":` + c.want + `}}}`
			expect(t, askAs(t, e, `{signalbox{currentUser}}`, "auth-provider", c.provider, "Authorization", c.authorization), want)
		}
	}
	e := engineOf(t, `type Query { a: Int }`, nil, WithAuth(nil, func(_ context.Context, decoded any, token Token, _ *http.Request) (any, error) {
		return token.Value, nil
	}))
	expect(t, askAs(t, e, `{signalbox{currentUser}}`, "auth-provider", "any", "Authorization", "Bearer Ada"), `{"data":{"signalbox":{"currentUser":"Ada"}}}`)
}

// TestMalformedAuthorization: the client's mistake is a 401, and no error of the server.
func TestMalformedAuthorization(t *testing.T) {
	var log bytes.Buffer
	h, err := New(sdl(authSDL), WithServices(authServices()), WithLogger(slog.New(slog.NewTextHandler(&log, nil))), WithAuth(decodeOnly("first"), findMember))
	if err != nil {
		t.Fatal(err)
	}
	for _, accept := range []string{"application/json", "application/graphql-response+json"} {
		for _, authorization := range []string{"", "Bearer", "Bearer a b", "Bearer  a", " ", "a\tb"} {
			r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"{open}"}`))
			r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {accept}, "Auth-Provider": {"first"}, "Authorization": {authorization}}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), `"UNAUTHENTICATED"`) || !strings.Contains(w.Body.String(), "Authorization must be") {
				t.Errorf("%q: %d %s", authorization, w.Code, w.Body)
			}
		}
	}
	if strings.Contains(log.String(), "ERROR") {
		t.Error(log.String())
	}
}

type (
	holder        struct{ Roles []string }
	pointerHolder struct{ Roles []string }
	roleText      string
)

func (h holder) HasRole(role string) bool         { return role == "admin" && len(h.Roles) == 0 }
func (h *pointerHolder) HasRole(role string) bool { return role == "admin" && len(h.Roles) == 0 }

// TestAuthorizationWithoutProvider: the log says once why such requests are anonymous.
func TestAuthorizationWithoutProvider(t *testing.T) {
	var log bytes.Buffer
	decode := func(context.Context, Token, *http.Request) (any, error) { return "ada", nil }
	h, err := New(sdl("type Query { a: Int @skipAuth }"), WithAuth(decode, nil), WithServices(map[string]Resolver{"a": constant(1)}), WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	const warning = "the header Authorization counts only beside a header auth-provider"
	for _, c := range []struct {
		header string
		warned int
	}{{"Accept: */*", 0}, {"Authorization: Bearer 3f9a", 1}, {"Authorization: Bearer 3f9a", 1}} {
		send(h, "POST", "/graphql", `{"query":"{a}"}`, "Content-Type: application/json", c.header)
		if n := strings.Count(log.String(), warning); n != c.warned {
			t.Errorf("%s: warned %d times\n%s", c.header, n, &log)
		}
	}
}

// TestRolesOfUsers finds roles wherever a user has them.
func TestRolesOfUsers(t *testing.T) {
	type hidden struct {
		Roles []string `json:"-"`
	}
	type renamed struct {
		Role roleText `json:"r"`
	}
	type embedding struct{ hidden }
	type nameless struct{ Name string }
	admin := []string{"admin"}
	var nobody *hidden
	for name, c := range map[string]struct {
		user          any
		admin, warned bool
	}{
		"HasRole comes first":          {holder{admin}, false, false},
		"HasRole":                      {holder{}, true, false},
		"pointer to HasRole":           {&holder{}, true, false},
		"HasRole of the pointer":       {&pointerHolder{}, true, false},
		"HasRole of a value's pointer": {pointerHolder{}, true, false},
		"roles":                        {&member{Roles: admin}, true, false},
		"other roles":                  {&member{Roles: []string{"guest"}}, false, false},
		"json:\"-\"":                   {&hidden{admin}, true, false},
		"json:\"-\", other roles":      {hidden{[]string{"guest"}}, false, false},
		"another json name":            {renamed{"admin"}, true, false},
		"embedded":                     {&embedding{hidden{admin}}, true, false},
		"map":                          {map[string]any{"roles": []any{"admin"}}, true, false},
		"admin among numbers":          {map[string]any{"roles": []any{"admin", 7}}, true, false},
		"map without roles":            {map[string]any{}, false, false},
		"roles of numbers":             {&struct{ Roles []int }{[]int{1}}, false, true},
		"a role that is no text":       {&struct{ Role struct{ Name string } }{}, false, true},
		"no role yet":                  {&struct{ Role *string }{}, false, false},
		"neither":                      {&nameless{"admin"}, false, true},
		"text":                         {"admin", false, true},
		"nil":                          {nobody, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			e, err := newEngine(sdl(authSDL), []Option{WithServices(authServices()), WithLogger(slog.New(slog.NewTextHandler(&log, nil)))})
			if err != nil {
				t.Fatal(err)
			}
			ctx := NewContext(context.Background(), &Context{CurrentUser: c.user})
			for range 2 {
				op, f := e.prepare(ctx, &Request{Query: `{admin}`})
				if f != nil {
					t.Fatal(f.errs[0])
				}
				if got := string(op.execute(ctx, nil)); strings.Contains(got, `"yes"`) != c.admin {
					t.Errorf("got %s", got)
				}
			}
			if warned := strings.Count(log.String(), "finds no roles"); warned > 1 || (warned == 1) != c.warned {
				t.Errorf("warned %d times: %s", warned, &log)
			}
		})
	}
}
