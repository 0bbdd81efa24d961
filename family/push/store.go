package push

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps devices, settings and batches. Every method may return CodeUnavailable.
// pushtest.Suite describes its behaviour.
type Store interface {
	// Load returns everything stored about a person; nothing: the zero Record.
	Load(ctx context.Context, person models.UserID) (Record, error)
	// SaveSettings replaces a person's settings.
	SaveSettings(ctx context.Context, person models.UserID, s Settings) error
	// SaveDevice adds a device, or replaces the person's device with the same ID.
	SaveDevice(ctx context.Context, person models.UserID, d Device) error
	// DeleteDevice deletes a person's device. No error: there is none.
	DeleteDevice(ctx context.Context, person models.UserID, id DeviceID) error
	// SaveBatch stores a batch if the version stored is b.Version, 0 meaning that there is
	// none, and gives it the next version. Its key is Person and ID alone.
	// Conflict/ReasonChanged: another version is stored.
	SaveBatch(ctx context.Context, b Batch) error
	// Due returns up to most people, each once, who have a batch whose Due is not after now,
	// those with the earliest first, and when the next batch after these is due; zero: there
	// is none, or the store does not know. It may lag, and it may delete batches whose Until
	// is not after now.
	Due(ctx context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error)
	// Erase deletes everything stored about a person.
	Erase(ctx context.Context, person models.UserID) error
	// CountDevices returns about how many devices there are of all people.
	CountDevices(ctx context.Context) (int, error)
}

// What is which events a person is told of.
type What string

// The values of What. All is the default for a person with a device.
const (
	All    What = "all"    // new memos, and what Family tells of
	Family What = "family" // who joined, left or asks to join
	None   What = "none"
)

// Settings are a person's choices. The zero Settings mean DefaultSettings.
type Settings struct {
	What What
	// The quiet hours begin at QuietFrom and end at QuietTo, whole hours from 0 to 23 in
	// TimeZone; equal: there are none.
	QuietFrom, QuietTo int
	TimeZone           string // a name of the IANA time zone database; "": not known, and there are no quiet hours
}

// DeviceID identifies a device of a person.
type DeviceID string

// DeviceKind is how a device is reached.
type DeviceKind string

// The kinds of devices.
const (
	Web   DeviceKind = "web"   // a browser, through its push service (RFC 8030)
	Alexa DeviceKind = "alexa" // the Echos of an Alexa account, through Proactive Events
)

// Device is something on which a person is told.
type Device struct {
	ID       DeviceID
	Kind     DeviceKind
	Name     string // such as "Taro's phone"
	Language string // of Web: "ja" or "en"; an Echo is told in the language of its account's name
	// Access is the sign-in in which the device was added. When it has ended, the device
	// is told nothing and deleted. "": it belongs to no sign-in, as that of an Echo.
	Access models.AccessID
	// Until is when that sign-in ends at the latest, also without being idle; zero: never.
	Until        time.Time    `json:",omitzero"`
	Subscription Subscription // of Web
	AddedAt      time.Time
}

// Subscription is what a browser's PushManager returned (Push API, section 8).
type Subscription struct {
	Endpoint string // the push service's URL
	P256DH   []byte // the browser's public key: 65 bytes, an uncompressed point
	Auth     []byte // 16 bytes
}

// BatchID identifies a batch of a person. It is the Topic of its messages (RFC 8030
// section 5.4) and the tag of its notification. That of a batch that is sent is 13 digits,
// the milliseconds from 1970 until it was first due, "-" and 18 characters of base64url.
type BatchID string

// Batch is what a person is told at one time. It contains no texts: they are read when
// they are sent.
type Batch struct {
	Person models.UserID
	ID     BatchID
	// Due is when it is sent, or tried again. Zero: it is finished, and kept until Until so
	// that a repeated event is recognised.
	Due   time.Time
	Until time.Time // when the store may delete it, in whole seconds
	// Open: it takes further events. It is closed before the first device is told.
	Open    bool
	Events  []models.Event
	Devices []DeviceID // those that have not been told; nil while Open
	Tries   int        // how often it has been sent without success
	Version int64
}

// Record is everything stored about a person. Devices are in the order in which they were
// added, batches in the order of their ids.
type Record struct {
	Settings Settings
	Devices  []Device
	Batches  []Batch
}

// MaxEvents is how many events a batch has at most; further ones are in another batch.
const MaxEvents = 100
