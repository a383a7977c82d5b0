// Package draft4 runs the tests of draft 4.
package draft4

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/conformance"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestSuite(t *testing.T) { conformance.Test(t, schema.Draft4) }

func TestSuiteVariants(t *testing.T) { conformance.TestVariants(t, schema.Draft4) }
