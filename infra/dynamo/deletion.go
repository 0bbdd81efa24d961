package dynamo

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// lastDeletion is the attribute that records the memos a person deleted last: a map of
// at, authors and memos. A memo is the index of its author in authors, a space and its
// id. So an author's id, which may be ten times as long as a memo's, is stored once, and
// the person's own not at all: "" stands for it. A hundred memos take about 3 KB.
const lastDeletion = "lastDeletion"

// deletion returns the value of lastDeletion with d for owner's item.
func deletion(owner models.UserID, d models.Deletion) types.AttributeValue {
	var authors []models.UserID
	memos := make([]string, len(d.Refs))
	for i, ref := range d.Refs {
		place := slices.Index(authors, ref.UserID)
		if place < 0 {
			place = len(authors)
			authors = append(authors, ref.UserID)
		}
		memos[i] = strconv.Itoa(place) + " " + string(ref.ID)
	}
	if own := slices.Index(authors, owner); own >= 0 {
		authors[own] = ""
	}
	return &types.AttributeValueMemberM{Value: item{"at": instant(d.At), "authors": list(authors), "memos": list(memos)}}
}

// readDeletion reads what deletion wrote.
func readDeletion(r *reader, owner models.UserID) (d models.Deletion) {
	in := reader{item: r.fields(lastDeletion)}
	authors := named[models.UserID](in.texts("authors"))
	if own := slices.Index(authors, ""); own >= 0 {
		authors[own] = owner
	}
	d.At = in.time("at")
	for _, s := range in.texts("memos") {
		place, id, _ := strings.Cut(s, " ")
		n, err := strconv.Atoi(place)
		if err != nil || n < 0 || n >= len(authors) {
			in.check("memos", errForm)
			continue
		}
		d.Refs = append(d.Refs, models.MemoRef{UserID: authors[n], ID: models.MemoID(id)})
	}
	r.check(lastDeletion, in.err)
	return d
}
