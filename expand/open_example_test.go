package expand_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"signalbox/expand"
	"signalbox/expand/files"
)

// An application that is asked again while an editor changes its files.
func ExampleOpen() {
	saved := fstest.MapFS{ // or the FS of an os.OpenRoot("shop"), or an embed.FS
		"config/routes.rb": {Data: []byte("Rails.application.routes.draw do\n  get \"cart\", to: \"carts#show\"\nend\n")},
	}
	edited := files.NewOverlay(saved)
	app, err := expand.Open(edited, expand.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"root \"carts#show\"", "get \"tags\"", "resource :cart, only: :show"} {
		edited.Set("config/routes.rb", []byte("Rails.application.routes.draw do\n"+text+"\nend\n"))
		table, err := app.Table()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(table.Routes[0].Verb(), table.Routes[0].Path, table.Routes[0].Controller())
	}
	fmt.Println(app.Files()[0])
	// Output:
	// GET / carts
	// config/routes.rb:2:1: Missing :controller key on routes definition, please check your routes.
	// GET /cart(.:format) carts
	// {. listed}
}
