// Package draft7 runs the tests of draft 7.
package draft7

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/conformance"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestSuite(t *testing.T) { conformance.Test(t, schema.Draft7) }

func TestSuiteVariants(t *testing.T) { conformance.TestVariants(t, schema.Draft7) }
