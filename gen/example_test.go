package gen_test

import (
	"fmt"
	"log"
	"strings"

	"signalbox/expand"
	"signalbox/gen"
)

func ExampleGo() {
	table, err := expand.Load("testdata/app", expand.Options{})
	if err != nil {
		log.Fatal(err)
	}
	src, notes, err := gen.Go(table, gen.GoOptions{Package: "routes"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(string(src), "func PostPath["), notes[len(notes)-1])
	// Output: true docs: left out, a block of the routes file makes it
}

func ExampleTypeScript() {
	table, err := expand.Load("testdata/app", expand.Options{})
	if err != nil {
		log.Fatal(err)
	}
	src, _ := gen.TypeScript(table)
	fmt.Println(strings.Contains(string(src), "export function postPath(id: Value, options: Options = {}): string {"))
	// Output: true
}
