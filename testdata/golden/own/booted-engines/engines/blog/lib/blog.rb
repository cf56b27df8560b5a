require_relative "blog/engine"
require File.expand_path("blog/admin/engine", File.dirname(__FILE__))
