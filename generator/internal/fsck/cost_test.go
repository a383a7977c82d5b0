package fsck

import (
	"fmt"
	"testing"
)

// TestMisplacedDirectoriesCostAsMuchEach counts the names that are held against storage
// paths: ten times as many directories in the place of files ask ten times as often.
func TestMisplacedDirectoriesCostAsMuchEach(t *testing.T) {
	cost := func(n int) (asked int) {
		is := func(string) bool { asked++; return true }
		c := &checker{Root: Root{Name: func(file string) (string, error) { return file, nil }}, places: []func(string) bool{is}, known: []func(string) bool{is}}
		for i := range n {
			dir := fmt.Sprintf("notes/n%d/note.json", i)
			c.dirs, c.files = append(c.dirs, dir), append(c.files, dir+"/a", dir+"/b")
		}
		c.others()
		return asked
	}
	if few, many := cost(100), cost(1000); few == 0 || many > 11*few {
		t.Errorf("100 ask %d times, 1000 ask %d times", few, many)
	}
}
