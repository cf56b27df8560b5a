package hooks

// Len is how many deliveries the store holds, those that have run out included.
func (m *MemoryReplay) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}
