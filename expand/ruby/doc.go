// Package ruby reads the arguments of routing methods: truth, lists, options and names, and the
// branches of a choice.
package ruby
