package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// figures are what a run came to.
type figures struct {
	began   time.Time
	took    time.Duration
	workers []*worker
	witness *witness
	heap    []uint64 // bytes alive, at even times
}

func (f *figures) counts() (counts [kinds]int64, sent, wrong int64) {
	for _, w := range f.workers {
		for k, n := range w.counts {
			counts[k] += n
		}
		sent += w.sent
		wrong += w.wrongs
	}
	return counts, sent, wrong
}

// lost are the valid deliveries that no handler saw.
func (f *figures) lost() int64 {
	_, sent, _ := f.counts()
	return max(sent-f.witness.processed.Load()+f.witness.twice.Load(), f.witness.lost.Load())
}

func (f *figures) print(out io.Writer) {
	counts, sent, wrong := f.counts()
	total := int64(0)
	for k, n := range counts {
		fmt.Fprintf(out, "%-22s %9d\n", kindNames[k], n)
		total += n
	}
	fmt.Fprintf(out, "%-22s %9d in %v, %.0f a second\n", "requests", total, f.took.Round(time.Millisecond), float64(total)/f.took.Seconds())
	fmt.Fprintf(out, "%-22s %9d of %d valid deliveries\n", "processed", f.witness.processed.Load(), sent)
	fmt.Fprintf(out, "%-22s %9d\n%-22s %9d\n", "lost", f.lost(), "processed twice", f.witness.twice.Load())
	fmt.Fprintf(out, "%-22s %9d\n%-22s %9d\n", "forged got through", f.witness.forged.Load(), "wrong answers", wrong)
	if l := f.latencies(); len(l) > 0 {
		fmt.Fprintf(out, "%-22s %9v median, %v of 99 %%\n", "a valid one takes", l[len(l)/2].Round(time.Microsecond), l[len(l)*99/100].Round(time.Microsecond))
	}
	if half := len(f.heap) / 2; half > 0 {
		fmt.Fprintf(out, "%-22s %9s at half time, %s at most afterwards\n", "alive on the heap",
			mebibytes(f.heap[half]), mebibytes(slices.Max(f.heap[half:])))
	}
	if peak := peakMemory(); peak != "" {
		fmt.Fprintf(out, "%-22s %9s, receiver and senders together\n", "memory at the peak", peak)
	}
}

// check tells what must not be.
func (f *figures) check() error {
	var errs []error
	for _, n := range []struct {
		what  string
		count int64
	}{
		{"valid deliveries were lost", f.lost()},
		{"deliveries were processed twice", f.witness.twice.Load()},
		{"forged deliveries got through", f.witness.forged.Load()},
	} {
		if n.count != 0 {
			errs = append(errs, fmt.Errorf("%d %s", n.count, n.what))
		}
	}
	for _, w := range f.workers {
		for _, text := range w.wrong {
			errs = append(errs, errors.New(text))
		}
	}
	if half := len(f.heap) / 2; half > 0 {
		early, late := f.heap[half], slices.Max(f.heap[half:])
		if late > early+early/4+8<<20 {
			errs = append(errs, fmt.Errorf("memory grew from %s to %s", mebibytes(early), mebibytes(late)))
		}
	}
	return errors.Join(errs...)
}

func (f *figures) latencies() (all []time.Duration) {
	for _, w := range f.workers {
		all = append(all, w.latency...)
	}
	slices.Sort(all)
	return all
}

func mebibytes(bytes uint64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }

// peakMemory is the most that the process had in memory, where Linux tells it.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kilobytes uint64
			if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
				return mebibytes(kilobytes << 10)
			}
		}
	}
	return ""
}
