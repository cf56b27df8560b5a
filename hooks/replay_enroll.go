package hooks

import (
	"maps"
	"reflect"
	"runtime"
	"sync"
	"weak"
)

// An enrolment is a place in a store that receivers of this process have: the store's
// address and a fingerprint. It outlives neither.
type enrolment struct {
	store       uintptr
	fingerprint string
}

var enrolled = struct {
	sync.Mutex
	receivers map[enrolment][]weak.Pointer[Receiver]
}{receivers: map[enrolment][]weak.Pointer[Receiver]{}}

// enroll returns an error if another receiver of this process has the same store,
// secret and scope, but other functions: then each would answer deliveries of the
// other as duplicates. One with the same functions may be the same endpoint, made anew
// or mounted twice, or another one by a function that makes handlers: that is logged.
func (r *Receiver) enroll() error {
	if reflect.TypeOf(r.replay.store).Kind() != reflect.Pointer {
		return nil
	}
	store := reflect.ValueOf(r.replay.store).Pointer()
	places := make([]enrolment, len(r.replay.fingerprints))
	again := false
	enrolled.Lock()
	defer enrolled.Unlock()
	for i, fingerprint := range r.replay.fingerprints {
		places[i] = enrolment{store, string(fingerprint)}
		for _, other := range enrolled.receivers[places[i]] {
			other := other.Value()
			if other != nil && !maps.Equal(other.code, r.code) {
				return &ConfigError{
					Setting: "replay scope",
					Problem: "another receiver with other functions has the same store, secret and scope, and deliveries to one would be duplicates for the other; give WithReplay a scope",
				}
			}
			again = again || other != nil
		}
	}
	if again {
		r.logger.Warn("hooks: two receivers have the same store, secret and scope: deliveries to one are duplicates for the other; if they are two endpoints, give WithReplay a scope")
	}
	for _, place := range places {
		enrolled.receivers[place] = append(enrolled.receivers[place], weak.Make(r))
	}
	runtime.AddCleanup(r, leave, places)
	return nil
}

// leave removes the receivers that are no more.
func leave(places []enrolment) {
	enrolled.Lock()
	defer enrolled.Unlock()
	for _, place := range places {
		var left []weak.Pointer[Receiver]
		for _, other := range enrolled.receivers[place] {
			if other.Value() != nil {
				left = append(left, other)
			}
		}
		if left == nil {
			delete(enrolled.receivers, place)
			continue
		}
		enrolled.receivers[place] = left
	}
}
