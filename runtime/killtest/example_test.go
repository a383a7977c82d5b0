package killtest_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/killtest"
)

func Example() {
	// In a test file, with m *testing.M:
	//
	//	func TestMain(m *testing.M) {
	//		killtest.Child(work)
	//		os.Exit(m.Run())
	//	}
	_ = func(t *testing.T) {
		dir := t.TempDir()
		kills := killtest.UntilDone(t, "count", dir) // work([]string{"count", dir}), killed again and again
		t.Logf("the work was done after %d kills; now see what is in %s", kills, dir)
	}
}
