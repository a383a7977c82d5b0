// Package draft2019 runs the tests of draft 2019-09.
package draft2019

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/conformance"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestSuite(t *testing.T) { conformance.Test(t, schema.Draft2019) }

func TestSuiteVariants(t *testing.T) { conformance.TestVariants(t, schema.Draft2019) }
