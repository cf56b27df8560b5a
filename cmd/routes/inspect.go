package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"signalbox/expand/files"
	"signalbox/inspect"
)

// inspect is `routes inspect`: the page of `routes serve` as a file.
func (c *command) inspect() *cobra.Command {
	var (
		from source
		out  string
	)
	cmd := &cobra.Command{
		Use:   "inspect --out FILE [flags]",
		Short: "Write the routes as one page that needs no server",
		Long: `Write the page of "routes serve" as one HTML file that needs no server and loads
nothing: for a pull request or as a CI artifact. It has the table, the findings
and the routes files. Only "routes serve" answers questions, such as which route
answers a request.`,
		Example: `  routes inspect --out routes.html
  routes inspect --out - > routes.html`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return &usageError{"missing file to write: pass --out routes.html", cmd.CommandPath()}
			}
			page, err := c.page(&from)
			if err != nil {
				return err
			}
			if out == "-" {
				_, err = c.stdout.Write(page)
				return err
			}
			return os.WriteFile(out, page, 0o666)
		},
	}
	from.flags(cmd)
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the page to `FILE`; - is standard output")
	return cmd
}

// page is the page of the routes as they are now.
func (c *command) page(from *source) ([]byte, error) {
	table, err := c.load(from)
	if err != nil {
		return nil, err
	}
	var fsys fs.FS
	title := "standard input"
	if !from.isStdin() {
		title = filepath.Base(table.Root)
		folder, closeFolder, err := files.OpenFolder(table.Root)
		if err != nil {
			return nil, err
		}
		defer closeFolder()
		fsys = folder
	}
	document, err := inspect.NewDocument(table, fsys, title)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := inspect.WriteFile(&b, document); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
