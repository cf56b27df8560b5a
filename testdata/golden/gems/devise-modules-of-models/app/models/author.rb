class Author < User
end
