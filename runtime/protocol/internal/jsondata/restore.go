package jsondata

import (
	"encoding/json"
	"reflect"
)

// Restore sets the value that data points to to what saved says, JSON that was
// made of such a value. What JSON carries becomes as saved, zero where the
// member is missing. What it does not carry stays: fields that are not exported,
// tagged "-" or hidden by another of their name, in structs and in what arrays
// and pointers of these lead to. Elements of slices and maps are as saved.
//
// Memory that the value led to before is not written to: pointers, slices and
// maps are new. After an error the value is unchanged.
func Restore(data any, saved []byte) error {
	old := reflect.ValueOf(data).Elem()
	fresh := reflect.New(old.Type())
	if old.Kind() == reflect.Struct && decodesItself(old.Type()) {
		// Its own method knows what it keeps: let it see that.
		fresh.Elem().Set(old)
		clearCarried(fresh.Elem())
		if err := json.Unmarshal(saved, fresh.Interface()); err != nil {
			return err
		}
		old.Set(fresh.Elem())
		return nil
	}
	if err := json.Unmarshal(saved, fresh.Interface()); err != nil {
		return err
	}
	replace(old, fresh.Elem())
	return nil
}

// clearCarried sets the exported fields of a struct to zero that are not tagged
// as left out.
func clearCarried(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !isLeftOut(f) {
			v.Field(i).SetZero()
		}
	}
}

// replace sets what JSON carries of old to that of fresh.
func replace(old, fresh reflect.Value) {
	t := old.Type()
	switch {
	case decodesItself(t):
		if t.Kind() == reflect.Struct {
			keepLeftOut(old, fresh)
		}
		old.Set(fresh)
	case t.Kind() == reflect.Struct:
		for _, f := range fields(t) {
			replaceField(old, fresh, f.index)
		}
	case t.Kind() == reflect.Array:
		for i := range old.Len() {
			replace(old.Index(i), fresh.Index(i))
		}
	case t.Kind() == reflect.Pointer && !old.IsNil() && !fresh.IsNil() && leavesOut(t.Elem()):
		pointee := reflect.New(t.Elem())
		pointee.Elem().Set(old.Elem())
		replace(pointee.Elem(), fresh.Elem())
		old.Set(pointee)
	default:
		old.Set(fresh)
	}
}

// keepLeftOut moves the fields tagged as left out from old to fresh, unless the
// type's own method has set them.
func keepLeftOut(old, fresh reflect.Value) {
	for i := range old.NumField() {
		if isLeftOut(old.Type().Field(i)) && fresh.Field(i).IsZero() {
			fresh.Field(i).Set(old.Field(i))
		}
	}
}

// replaceField is replace for a field, which may lie behind pointers to embedded
// structs.
func replaceField(old, fresh reflect.Value, index []int) {
	for _, i := range index[:len(index)-1] {
		old, fresh = old.Field(i), fresh.Field(i)
		if old.Kind() != reflect.Pointer {
			continue
		}
		if fresh.IsNil() {
			if old.IsNil() {
				return
			}
			fresh = reflect.New(old.Type().Elem())
		}
		// The struct that old leads to may be somebody else's.
		pointee := reflect.New(old.Type().Elem())
		if !old.IsNil() {
			pointee.Elem().Set(old.Elem())
		}
		old.Set(pointee)
		old, fresh = old.Elem(), fresh.Elem()
	}
	last := index[len(index)-1]
	replace(old.Field(last), fresh.Field(last))
}
