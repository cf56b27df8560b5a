package prose

import "testing"

func TestComplaint(t *testing.T) {
	for message, want := range map[string]string{
		"unknown path Settings.prefix, shown as a placeholder; set it to a string":                           "",
		"the block of `shiny` raises \"Boom. Now; this\": the statement at line 3 is skipped; fix the block": "",
		"unknown verb GETT in via:; did you mean `:get`?":                                                    "",
		"unknown path Settings.prefix":                                                                       "nothing to do",
		"unknown path Settings.prefix; the table shows a placeholder":                                        "no verb: the",
		"unknown path Settings.prefix; set it; or not":                                                       "two things to do",
		"unknown path. The table shows a placeholder; set it":                                                "more than one sentence",
		"unknown path; set it.":                                                                              "more than one sentence",
		"unknown path\n  set it":                                                                             "more than one line",
		"the path is told; set it":                                                                           "the old word `is told`",
		"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26; set it":                       "26 words about what happened",
	} {
		if got := Complaint(message, false); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	if got := Complaint("devise_invitable of Gemfile.lock adds the routes of :invitable", true); got != "" {
		t.Error(got)
	}
}
