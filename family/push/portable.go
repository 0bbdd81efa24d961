package push

// Portable returns the part of a record that can be copied to another store, and whether
// there is any: the settings and the devices. What waits to be sent is not copied.
func (r Record) Portable() (Record, bool) {
	r.Batches = nil
	if len(r.Devices) == 0 {
		r.Devices = nil // equal records have equal JSON
	}
	return r, r.Settings != Settings{} || len(r.Devices) > 0
}
