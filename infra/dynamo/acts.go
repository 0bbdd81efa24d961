package dynamo

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

const (
	// acts is the attribute with what each voice of an account last did: a map from the
	// voice's mark to a map of kind, at (in milliseconds since 1970), by, memos, named, name,
	// family, key and undone, without those that are empty. A memo names its author by the
	// place in the list by. So an author's id, which may be ten times as long as a memo's, is
	// stored once for each act, and the person's own not at all: "" stands for it.
	acts = "acts"

	// lastDeletion is the attribute that earlier versions wrote in place of acts. It is
	// not read, and removed by the next change of acts.
	lastDeletion = "lastDeletion"

	// noMark is the key in acts of voices that were not recognised, because the name of an
	// attribute cannot be empty. It is not a mark.
	noMark = "-"
)

// actKey returns the key in acts of a voice.
func actKey(voice models.VoiceMark) string {
	if voice == "" {
		return noMark
	}
	return string(voice)
}

// actAttributes returns what describes an act of owner's account.
func actAttributes(owner models.UserID) func(*codec, *models.Act) {
	return func(c *codec, a *models.Act) {
		c.millis("at", &a.At)
		optional(c, "kind", &a.Kind)
		optional(c, "named", &a.Named)
		optional(c, "name", &a.Name)
		optional(c, "family", &a.Family)
		optional(c, "key", &a.Key)
		c.optionalBool("undone", &a.Undone)
		switch {
		case !c.writing:
			a.Refs = readRefs(c, owner)
		case len(a.Refs) > 0:
			c.item["by"], c.item["memos"] = refLists(owner, a.Refs)
		}
	}
}

// actsAttribute describes the attribute acts of the item of the account id.
func actsAttribute(c *codec, id models.UserID, to *map[models.VoiceMark]models.Act) {
	var all map[string]models.Act
	for voice, a := range *to {
		if all == nil {
			all = map[string]models.Act{}
		}
		all[actKey(voice)] = a
	}
	entries(c, acts, &all, records(actAttributes(id)))
	if c.writing || len(all) == 0 {
		return
	}
	*to = make(map[models.VoiceMark]models.Act, len(all))
	for key, a := range all {
		if key == noMark {
			key = ""
		}
		(*to)[models.VoiceMark(key)] = a
	}
}

// refLists returns the attributes by and memos of an act.
func refLists(owner models.UserID, refs []models.MemoRef) (authors, memos types.AttributeValue) {
	var ids []models.UserID
	places := make([]int, len(refs))
	for i, ref := range refs {
		if places[i] = slices.Index(ids, ref.UserID); places[i] < 0 {
			places[i] = len(ids)
			ids = append(ids, ref.UserID)
		}
	}
	if own := slices.Index(ids, owner); own >= 0 {
		ids[own] = ""
	}
	return textList(ids), packRefs(refs, places)
}

// packedRef is how many bytes packRefs writes for each memo: six for the place of its
// author and the milliseconds in its id, and six for the rest of the id.
const packedRef = 12

// The parts of a memo's id: milliseconds in decimal digits, then hexadecimal digits.
const (
	idMillis = 13
	idLength = 25
)

// millisBits is the number of bits that idMillis digits take in a packed memo. The place
// has the other four of the six bytes.
const millisBits = 44

// packRefs returns the attribute memos: a binary value or, if packRef refuses one of them,
// a list of texts with the author's place, a space and the id.
func packRefs(refs []models.MemoRef, places []int) types.AttributeValue {
	packed, texts := make([]byte, 0, packedRef*len(refs)), make([]string, len(refs))
	for i, ref := range refs {
		texts[i] = strconv.Itoa(places[i]) + " " + string(ref.ID)
		if one, ok := packRef(places[i], ref.ID); ok {
			packed = append(packed, one...)
		}
	}
	if len(packed) < packedRef*len(refs) {
		return textList(texts)
	}
	return &types.AttributeValueMemberB{Value: packed}
}

// packRef returns the place of a memo's author and its id in packedRef bytes. It reports
// false if unpackRef would not restore them, because the place is above 15 or the id does
// not have the form that this program gives it.
func packRef(place int, id models.MemoID) (packed []byte, ok bool) {
	if len(id) != idLength || place < 0 || place > 15 {
		return nil, false
	}
	ms, err := strconv.ParseUint(string(id[:idMillis]), 10, millisBits)
	if err != nil {
		return nil, false
	}
	rest, err := hex.DecodeString(string(id[idMillis:]))
	if err != nil {
		return nil, false
	}
	packed = append(binary.BigEndian.AppendUint64(nil, uint64(place)<<millisBits|ms)[2:], rest...)
	_, same := unpackRef(packed)
	return packed, same == id
}

// unpackRef returns what packRef packed.
func unpackRef(packed []byte) (place int, id models.MemoID) {
	n := binary.BigEndian.Uint64(append([]byte{0, 0}, packed[:6]...))
	place = int(n >> millisBits) //nolint:gosec // four bits
	return place, models.MemoID(fmt.Sprintf("%013d%x", n&(1<<millisBits-1), packed[6:]))
}

// readRefs reads what refLists wrote.
func readRefs(c *codec, owner models.UserID) (refs []models.MemoRef) {
	authors := readTexts[models.UserID](c, "by")
	if own := slices.Index(authors, ""); own >= 0 {
		authors[own] = owner
	}
	read := func(place int, id models.MemoID) {
		if place < 0 || place >= len(authors) {
			c.check("memos", errForm)
			return
		}
		refs = append(refs, models.MemoRef{UserID: authors[place], ID: id})
	}
	if packed, ok := c.item["memos"].(*types.AttributeValueMemberB); ok {
		if len(packed.Value)%packedRef != 0 {
			c.check("memos", errForm)
			return nil
		}
		for one := range slices.Chunk(packed.Value, packedRef) {
			read(unpackRef(one))
		}
		return refs
	}
	for _, s := range readTexts[string](c, "memos") {
		digits, id, _ := strings.Cut(s, " ")
		place, err := strconv.Atoi(digits)
		c.check("memos", err)
		read(place, models.MemoID(id))
	}
	return refs
}

// readTexts reads a list whose members are all texts.
func readTexts[T ~string](c *codec, name string) (all []T) {
	for _, v := range listOf(c.item[name]) {
		s, ok := v.(*types.AttributeValueMemberS)
		if !ok {
			c.check(name, errForm)
			return nil
		}
		all = append(all, T(s.Value))
	}
	return all
}

// forgetActs removes what the voices did.
func (e *edit) forgetActs() {
	e.set(acts, asMap(item{}))
	e.remove(lastDeletion)
}
