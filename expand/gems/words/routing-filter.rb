# RoutingFilter: Mapper#filter, in Go: it draws nothing.
#
# word: filter
#   Changes paths while requests are matched and helpers called; the table stays as it is.
#   filter :locale
