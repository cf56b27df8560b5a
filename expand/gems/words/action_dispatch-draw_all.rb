# DrawAll: Mapper#draw_all, in Go: it reads files.
#
# word: draw_all
#   Reads the routes files of a name in all folders of routes.
#   draw_all :admin
