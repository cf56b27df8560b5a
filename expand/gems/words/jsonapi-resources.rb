# JSONAPI Resources.
#
# word: jsonapi_resources
#   Maps a collection with its relationships, as the class in app/resources declares them.
#   jsonapi_resources :posts
# word: jsonapi_resource
#   Maps a single thing with its relationships.
#   jsonapi_resource :profile
# word: jsonapi_relationships
#   Maps all relationships of the resource.
#   jsonapi_resources(:posts) { jsonapi_relationships }
# word: jsonapi_links
#   Maps the links of a relationship to many.
#   jsonapi_resources(:posts) { jsonapi_links :comments }
# word: jsonapi_link
#   Maps the link of a relationship to one.
#   jsonapi_resources(:posts) { jsonapi_link :author }
# word: jsonapi_related_resources
#   Maps the way to many related things.
#   jsonapi_resources(:posts) { jsonapi_related_resources :comments }
# word: jsonapi_related_resource
#   Maps the way to one related thing.
#   jsonapi_resources(:posts) { jsonapi_related_resource :author }
