package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/expand"
	"signalbox/expand/controllers"
	"signalbox/lint"
)

// bigApplication has 4,700 rows in 20 namespaces and a controller for each resource. Every
// third controller lacks an action, every tenth resource has a member route behind one that
// takes its requests.
func bigApplication() fstest.MapFS {
	files := fstest.MapFS{}
	var routes strings.Builder
	routes.WriteString("Rails.application.routes.draw do\n")
	for n := range 20 {
		fmt.Fprintf(&routes, "namespace :area%d do\n", n)
		for i := range 29 {
			name, actions := fmt.Sprintf("things%d", i), "index show new create edit update destroy"
			if i%3 == 0 {
				actions = "index show new create edit update"
			}
			fmt.Fprintf(&routes, "resources :%s, id: /\\d+/\n", name)
			if i%10 == 0 {
				fmt.Fprintf(&routes, "get %q, to: %q\n", name+"/:id", name+"#show")
			}
			var body strings.Builder
			for _, action := range strings.Fields(actions) {
				fmt.Fprintf(&body, "  def %s\n    @thing = Thing.find(params[:id])\n    respond_to { |format| format.html }\n  end\n", action)
			}
			files[fmt.Sprintf("app/controllers/area%d/%s_controller.rb", n, name)] = &fstest.MapFile{
				Data: fmt.Appendf(nil, "class Area%d::Things%dController < ApplicationController\n  before_action :authenticate\n%send\n", n, i, &body),
			}
		}
		routes.WriteString("end\n")
	}
	routes.WriteString("end\n")
	files["config/routes.rb"] = &fstest.MapFile{Data: []byte(routes.String())}
	files["app/controllers/application_controller.rb"] = &fstest.MapFile{Data: []byte("class ApplicationController < ActionController::Base\nend\n")}
	return files
}

// What checking an application costs, against making its table: `load` is the table alone.
func BenchmarkCheck(b *testing.B) {
	files := bigApplication()
	load := func(b *testing.B) *expand.Table {
		app, err := expand.Open(files, expand.Options{})
		if err != nil {
			b.Fatal(err)
		}
		table, err := app.Table()
		if err != nil {
			b.Fatal(err)
		}
		return table
	}
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			load(b)
		}
	})
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		rows, findings := 0, 0
		for b.Loop() {
			table := load(b)
			rows, findings = len(table.Routes), len(lint.Check(table, controllers.New(files, table)))
		}
		b.ReportMetric(float64(rows), "rows")
		b.ReportMetric(float64(findings), "findings")
	})
}
