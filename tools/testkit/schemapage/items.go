package schemapage

import (
	"maps"
	"reflect"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Filling is what Fill sets texts to. As a key of a map it is not the name of an attribute.
const Filling = "x"

// Fill sets everything in models, to which pointers are passed, to something that is not
// empty, so that their items have every attribute.
func Fill(models ...any) {
	for _, model := range models {
		fill(reflect.ValueOf(model).Elem())
	}
}

func fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(Filling)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	}
}

// Attributes returns the names of the attributes of items, and of those in their maps and
// lists.
func Attributes(items ...map[string]types.AttributeValue) map[string]bool {
	all := map[string]bool{}
	for _, it := range items {
		for name, v := range it {
			if name != Filling {
				all[name] = true
			}
			maps.Copy(all, inside(v))
		}
	}
	return all
}

// inside returns the names of the attributes in a value.
func inside(v types.AttributeValue) map[string]bool {
	switch v := v.(type) {
	case *types.AttributeValueMemberM:
		return Attributes(v.Value)
	case *types.AttributeValueMemberL:
		all := map[string]bool{}
		for _, one := range v.Value {
			maps.Copy(all, inside(one))
		}
		return all
	}
	return nil
}
