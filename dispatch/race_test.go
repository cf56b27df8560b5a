//go:build race

package dispatch

const raceDetector = true
