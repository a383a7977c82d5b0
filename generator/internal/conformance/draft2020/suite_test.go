// Package draft2020 runs the tests of draft 2020-12.
package draft2020

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/conformance"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestSuite(t *testing.T) { conformance.Test(t, schema.Draft2020) }

func TestSuiteVariants(t *testing.T) { conformance.TestVariants(t, schema.Draft2020) }
