package ftv1

import (
	"encoding/binary"
	"math"
	"time"
)

// A message is one of Protocol Buffers. https://protobuf.dev/programming-guides/encoding/
type message []byte

// The types of fields on the wire.
const (
	wireVarint = 0
	wireFixed  = 1
	wireBytes  = 2
)

func (m *message) tag(field, wire int) { *m = binary.AppendUvarint(*m, uint64(field<<3|wire)) }

func (m *message) number(field int, n uint64) {
	m.tag(field, wireVarint)
	*m = binary.AppendUvarint(*m, n)
}

func (m *message) double(field int, f float64) {
	m.tag(field, wireFixed)
	*m = binary.LittleEndian.AppendUint64(*m, math.Float64bits(f))
}

func write[T ~[]byte | ~string](m *message, field int, b T) {
	m.tag(field, wireBytes)
	*m = append(binary.AppendUvarint(*m, uint64(len(b))), b...)
}

// encode writes the message Trace. The numbers here are those of reports.proto.
func (t *Trace) encode(end time.Time) (m message) {
	write(&m, 4, timestamp(t.begin))
	write(&m, 3, timestamp(end))
	m.number(11, uint64(end.Sub(t.begin)))
	write(&m, 14, t.root.encode())
	m.double(31, 1) // the share of operations whose fields are measured
	if t.incomplete {
		m.number(33, 1)
	}
	return m
}

// timestamp writes a google.protobuf.Timestamp.
func timestamp(t time.Time) (m message) {
	m.number(1, uint64(t.Unix()))
	m.number(2, uint64(t.Nanosecond()))
	return m
}

// encode writes the message Trace.Node.
func (n *node) encode() (m message) {
	switch part := n.part.(type) {
	case string:
		write(&m, 1, part)
		if part != n.field.Name && n.field.Name != "" {
			write(&m, 14, n.field.Name)
		}
	case int:
		m.number(2, uint64(part))
	}
	if n.field.Name != "" {
		write(&m, 3, n.field.Type)
		write(&m, 13, n.field.Parent)
		m.number(8, uint64(max(n.begin, 0)))
		m.number(9, uint64(max(n.end, 0)))
	}
	for _, e := range n.errors {
		write(&m, 11, e)
	}
	for _, child := range n.children {
		write(&m, 12, child.encode())
	}
	return m
}

// encode writes the message Trace.Error.
func (e *Error) encode() (m message) {
	write(&m, 1, e.Message)
	for _, at := range e.Places {
		var place message
		place.number(1, uint64(at[0]))
		place.number(2, uint64(at[1]))
		write(&m, 2, place)
	}
	write(&m, 4, e.JSON)
	return m
}
