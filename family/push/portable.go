package push

import "slices"

// Portable returns the part of a record that can be copied to another store, and whether
// there is any: the settings, and the devices that belong to no sign-in. Sign-ins are not
// copied, and a browser is added again at the next one; the Echos of an account are not.
func (r Record) Portable() (Record, bool) {
	r.Batches = nil
	r.Devices = slices.DeleteFunc(slices.Clone(r.Devices), func(d Device) bool { return d.Access != "" })
	if len(r.Devices) == 0 {
		r.Devices = nil // equal records have equal JSON
	}
	return r, r.Settings != Settings{} || len(r.Devices) > 0
}
