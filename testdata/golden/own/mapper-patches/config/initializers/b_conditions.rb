module InDevelopment
  def in_development(x) = get("development/#{x}", to: "a#b")
end

ActionDispatch::Routing::Mapper.include InDevelopment if Rails.env.development?

if Rails.env.production?
  ActionDispatch::Routing::Mapper.class_eval do
    def chosen(x) = get("production/#{x}", to: "a#b")
  end
elsif defined?(ActionDispatch::Routing::Mapper)
  ActionDispatch::Routing::Mapper.class_eval do
    def chosen(x) = get("other/#{x}", to: "a#b")
  end
end

unless ActionDispatch::Routing::Mapper.method_defined?(:guarded)
  ActionDispatch::Routing::Mapper.class_eval do
    def guarded(x) = get("guarded/#{x}", to: "a#b")
  end
end
