// Package hooks receives, verifies, signs and sends webhooks.
package hooks
