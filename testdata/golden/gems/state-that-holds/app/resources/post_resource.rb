class PostResource < JSONAPI::Resource
  has_many :comments
  has_many :comments, class_name: "Tag" if Settings.on?
  has_one :author, class_name: (Settings.on? ? "Tag" : "Comment")
  immutable if Settings.off?
  key_type :uuid if Settings.on?
end
