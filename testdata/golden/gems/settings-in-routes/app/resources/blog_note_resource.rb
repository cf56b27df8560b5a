class BlogNoteResource < JSONAPI::Resource
end
