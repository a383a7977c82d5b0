// Package draft6 runs the tests of draft 6.
package draft6

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/conformance"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestSuite(t *testing.T) { conformance.Test(t, schema.Draft6) }

func TestSuiteVariants(t *testing.T) { conformance.TestVariants(t, schema.Draft6) }
