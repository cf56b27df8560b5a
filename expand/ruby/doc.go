// Package ruby reads the values that routing methods are given: their truth, lists, options and
// names, and the sides of the conditions that decide on one.
package ruby
