// Package inflect inflects English words as ActiveSupport 8.1 does.
//
//	rules := inflect.New()
//	rules.Pluralize("category")                 // "categories"
//	rules.Acronym("API")
//	rules.Camelize("api/v1/posts_controller", true) // "API::V1::PostsController"
//
// [New] gives Rails' default rules; the methods named after ActiveSupport::Inflector::Inflections change them as
// config/initializers/inflections.rb does. A [Rules] value may be read from many goroutines once it is customised.
//
// ASCII words meet the default rules in a table of suffixes instead of 48 regular expressions; the tests compare the table with the
// regular expressions. Other words, and words of several lines, do take the regular expressions, so that `$` before a newline and "ß" as
// "ss" come out as in Ruby.
//
// Left out: locales other than English, and I18n's transliteration rules of an application.
package inflect
