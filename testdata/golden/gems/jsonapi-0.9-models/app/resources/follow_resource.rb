class FollowResource < JSONAPI::Resource
end
