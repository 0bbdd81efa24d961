package dynamo

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// edit builds an update of one item: the clauses of its expression, and the conditions,
// all of which must hold. An attribute is named as in the item, or by a path that at
// returned. Each value has a token of its own, so that an attribute can be compared and
// set in one expression.
type edit struct {
	table string
	key   item

	sets       map[string]string // path -> value
	removes    []string
	adds       []string
	takes      []string
	conditions []string

	values item
	alias  map[string]string
}

func newEdit(table string, key item) *edit {
	return &edit{table: table, key: key, sets: map[string]string{}, values: item{}, alias: map[string]string{}}
}

// at returns the path of an entry of a map.
func (e *edit) at(attribute, entry string) string {
	for token, known := range e.alias {
		if known == entry {
			return path(attribute) + "." + token
		}
	}
	token := fmt.Sprintf("#k%d", len(e.alias))
	e.alias[token] = entry
	return path(attribute) + "." + token
}

func path(attribute string) string {
	if strings.HasPrefix(attribute, "#") {
		return attribute
	}
	return "#" + attribute
}

// value returns the token of a value.
func (e *edit) value(v types.AttributeValue) string {
	token := fmt.Sprintf(":v%d", len(e.values))
	e.values[token] = v
	return token
}

// set sets an attribute; it takes precedence over remove.
func (e *edit) set(attribute string, v types.AttributeValue) {
	e.sets[path(attribute)] = e.value(v)
}

// setText sets an attribute, or removes it if s is empty.
func (e *edit) setText(attribute, s string) {
	if s == "" {
		e.remove(attribute)
		return
	}
	e.set(attribute, text(s))
}

// change sets the attributes that differ in an item as it is to be, and removes those that it
// does not have.
func (e *edit) change(is, to item) {
	for name, v := range to {
		if !sameIn(is, to, name) {
			e.set(name, v)
		}
	}
	for name := range is {
		if to[name] == nil {
			e.remove(name)
		}
	}
}

// keep makes a preceding set of an attribute apply only if the item lacks it.
func (e *edit) keep(attribute string) {
	p := path(attribute)
	e.sets[p] = "if_not_exists(" + p + ", " + e.sets[p] + ")"
}

// increase adds one to a number; a missing number is zero.
func (e *edit) increase(attribute string) {
	p := path(attribute)
	e.sets[p] = fmt.Sprintf("if_not_exists(%s, %s) + %s", p, e.value(number(0)), e.value(number(1)))
}

func (e *edit) remove(attributes ...string) {
	for _, a := range attributes {
		e.removes = append(e.removes, path(a))
	}
}

// add adds members to a set.
func (e *edit) add(attribute string, members types.AttributeValue) {
	e.adds = append(e.adds, path(attribute)+" "+e.value(members))
}

// take removes members from a set.
func (e *edit) take(attribute string, members types.AttributeValue) {
	e.takes = append(e.takes, path(attribute)+" "+e.value(members))
}

// when adds a condition, which must not be in parentheses.
func (e *edit) when(condition string) { e.conditions = append(e.conditions, condition) }

func (e *edit) equals(attribute string, v types.AttributeValue) {
	e.when(path(attribute) + " = " + e.value(v))
}

func (e *edit) absent(attribute string) { e.when("attribute_not_exists(" + path(attribute) + ")") }

// as adds the condition that a text attribute is s; "": that it is absent.
func (e *edit) as(attribute, s string) {
	if s == "" {
		e.absent(attribute)
		return
	}
	e.equals(attribute, text(s))
}

// contains adds the condition that a set has a member.
func (e *edit) contains(attribute, member string) {
	e.when("contains(" + path(attribute) + ", " + e.value(text(member)) + ")")
}

// lacks adds the condition that a set does not have a member.
func (e *edit) lacks(attribute, member string) {
	e.when("NOT contains(" + path(attribute) + ", " + e.value(text(member)) + ")")
}

// isMembers adds the condition that a set has exactly these members.
func isMembers[T ~string](e *edit, attribute string, members []T) {
	if len(members) == 0 {
		e.absent(attribute)
		return
	}
	e.equals(attribute, set(members...))
}

// update returns the update expression.
func (e *edit) update() string {
	var sets []string
	for _, p := range slices.Sorted(maps.Keys(e.sets)) {
		sets = append(sets, p+" = "+e.sets[p])
	}
	removes := slices.DeleteFunc(slices.Clone(e.removes), func(p string) bool { return e.sets[p] != "" })
	slices.Sort(removes)
	var clauses []string
	for _, c := range []struct {
		verb  string
		parts []string
	}{{"SET", sets}, {"REMOVE", slices.Compact(removes)}, {"ADD", e.adds}, {"DELETE", e.takes}} {
		if len(c.parts) > 0 {
			clauses = append(clauses, c.verb+" "+strings.Join(c.parts, ", "))
		}
	}
	return strings.Join(clauses, " ")
}

// condition joins the conditions. DynamoDB refuses redundant parentheses.
func (e *edit) condition() string {
	if len(e.conditions) < 2 {
		return strings.Join(e.conditions, "")
	}
	return "(" + strings.Join(e.conditions, ") AND (") + ")"
}

func (e *edit) write() write {
	return write{table: e.table, key: e.key, update: e.update(), only: e.condition(), values: e.values, alias: e.alias}
}

func (e *edit) asUpdate() types.TransactWriteItem { return e.write().asUpdate() }

func (e *edit) asDelete() types.TransactWriteItem { return e.write().asDelete() }
