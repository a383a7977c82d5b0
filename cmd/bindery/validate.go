package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) validate() *cobra.Command {
	var flags schemaFlags
	var file, pointer string
	cmd := &cobra.Command{
		Use:   "validate --schema FILE DOC...",
		Short: "Validate JSON, JSON Lines or YAML documents; report all violations",
		Long: `Validate documents and report all violations with line and column.

A DOC ending in .yaml or .yml is YAML, one ending in .jsonl or .ndjson has a
document on each line, any other is JSON. Of a directory all files in it and below
that end so or in .json are documents. The DOC - is the standard input; it and
/dev/fd/N, such as the <(command) of a shell, are JSON or YAML by their content.

A schema that the configuration has is read as it says, with its overlay, so that
the verdict is that of the generated code. The flags that say how to read a FILE take
the place of the configuration.`,
		Args: func(_ *cobra.Command, docs []string) error {
			if len(docs) == 0 {
				return errors.New("no documents: name files or directories, or - for the standard input")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, docs []string) error {
			a.all = true // a document may violate one keyword many times
			if file == "" {
				return errors.New("--schema is missing: name the file of the schema")
			}
			j, pkg, err := a.validateJob(cmd, flags, file, pointer)
			if err != nil {
				return err
			}
			p := j.workDir
			if j.found.HasErrors() {
				return a.report(p, j.found)
			}
			v, ds := generator.NewValidator(p.w, j.config, pkg)
			if v == nil {
				return a.reportSchema(p, atLeast(generator.Error, ds))
			}
			// What lint has to say about the schema is not asked for, but that every verdict
			// will be the same.
			ds = slices.DeleteFunc(ds, func(d generator.Diagnostic) bool { return d.Code != generator.VacuousRoot })
			return a.validateAll(p, v, docs, ds)
		},
	}
	cmd.Flags().StringVar(&file, "schema", "", "schema `FILE`")
	cmd.Flags().StringVar(&pointer, "pointer", "", "JSON `POINTER` of the schema in the file; by default #, or the root that the configuration has")
	a.flags.addConfig(cmd.Flags())
	flags.addSchema(cmd.Flags())
	return cmd
}

// reportSchema reports what keeps a schema from judging. Only what is said of --pointer has
// no place in a file: then the mistake is one of the command line.
func (a *app) reportSchema(p *workDir, ds generator.Diagnostics) error {
	err := a.report(p, ds)
	if errors.Is(err, exitDiagnostics) && slices.ContainsFunc(ds, func(d generator.Diagnostic) bool { return d.Pos.File == "" }) {
		return exitFailed
	}
	return err
}

// validateAll reports what is wrong with documents beside what was found. Those that
// cannot be read keep no other from being judged.
func (a *app) validateAll(p *workDir, v *generator.Validator, docs []string, ds generator.Diagnostics) error {
	docs, err := documentsIn(docs)
	if err != nil {
		return err
	}
	var unread []error
	for _, doc := range docs {
		found, err := validateDocument(p, v, doc)
		ds.Add(found...)
		if err != nil {
			unread = append(unread, err)
		}
	}
	result := a.report(p, ds)
	if len(unread) > 0 {
		return errors.Join(unread...)
	}
	return result
}

// validateJob finds out how a schema is read, and makes what is at the pointer its only
// root. If the configuration has the schema, it says both, unless flags do.
func (a *app) validateJob(cmd *cobra.Command, flags schemaFlags, file, pointer string) (j *job, pkg generator.Package, err error) {
	if j, err = a.readingJob(cmd, flags); err != nil {
		return nil, pkg, err
	}
	if pkg, err = flags.schemaPackage(j.workDir, file); err != nil {
		return nil, pkg, err
	}
	schema := pkg.Schema
	switch found := packagesOf(j.config, schema); {
	case len(found) > 0:
		pkg = found[0]
		if pointer, err = rootOf(found, schema, file, pointer); err != nil {
			return nil, pkg, err
		}
	case !cmd.Flags().Changed("config"): // what is said of other schemas does not count
		if j, err = bareJob(flags); err != nil {
			return nil, pkg, err
		}
		if pkg, err = flags.schemaPackage(j.workDir, file); err != nil {
			return nil, pkg, err
		}
	}
	pkg.Roots = []generator.Root{{File: schema, Pointer: "#" + strings.TrimPrefix(pointer, "#")}}
	return j, pkg, nil
}

// rootOf is the pointer that documents are validated against: the one of the command line,
// or else the only root that the packages of a schema have in it, or the schema itself
// where that is one of several, or where there is none.
func rootOf(found []generator.Package, schema, file, pointer string) (string, error) {
	if pointer != "" {
		return pointer, nil
	}
	var pointers []string
	for _, p := range found {
		for _, r := range p.Roots {
			if cmp.Or(r.File, p.Schema) == schema && !slices.Contains(pointers, r.Pointer) {
				pointers = append(pointers, r.Pointer)
			}
		}
	}
	switch {
	case len(pointers) == 1:
		return pointers[0], nil
	case len(pointers) == 0 || slices.Contains(pointers, "#"):
		return "#", nil
	}
	return "", fmt.Errorf("--pointer is missing: %s has several roots, %s; name the one that the documents are", file, strings.Join(pointers, ", "))
}

// documentsIn replaces directories by the documents in them and below, in lexical
// order.
func documentsIn(docs []string) ([]string, error) {
	var out []string
	for _, doc := range docs {
		if info, err := os.Stat(doc); isDescriptor(doc) || err != nil || !info.IsDir() {
			out = append(out, doc)
			continue
		}
		before := len(out)
		err := filepath.WalkDir(doc, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && slices.Contains([]string{".json", ".jsonl", ".ndjson", ".yaml", ".yml"}, filepath.Ext(name)) {
				out = append(out, name)
			}
			return err
		})
		if err != nil {
			return nil, ioError(doc, err)
		}
		if len(out) == before {
			return nil, ioError(doc, errors.New("no documents in the directory: their names end in .json, .jsonl, .ndjson, .yaml or .yml"))
		}
	}
	return out, nil
}

// validateDocument judges a file or what comes through a pipe. The error is one of
// reading it, which is not a diagnostic in a document.
func validateDocument(p *workDir, v *generator.Validator, doc string) (generator.Diagnostics, error) {
	if isDescriptor(doc) {
		data, err := readDescriptor(doc)
		if err != nil {
			return nil, ioError(doc, err)
		}
		return v.ValidateText(doc, "", data), nil
	}
	if !utf8.ValidString(doc) {
		return nil, ioError(doc, errors.New("the name is not valid UTF-8: rename the file, or pass it as -"))
	}
	if _, err := os.Stat(doc); err != nil {
		if strings.ContainsAny(doc, "*?[") && errors.Is(err, fs.ErrNotExist) {
			err = errors.New("no such file: patterns are for the shell, which leaves one in quotes or without a match as it is; a directory may be named as well")
		}
		return nil, ioError(doc, err)
	}
	name, err := p.name(doc)
	if err != nil {
		return nil, err
	}
	ds, err := v.Validate(name, filepath.Ext(doc))
	if err != nil {
		return nil, ioError(doc, err)
	}
	return ds, nil
}

var descriptor = regexp.MustCompile(`^(-|/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+)$`)

// isDescriptor reports whether a name stands for what the caller has opened: the
// standard input, or the <(command) of a shell. A pipe of any other name may have
// no other end.
func isDescriptor(doc string) bool { return descriptor.MatchString(doc) }

func readDescriptor(doc string) ([]byte, error) {
	if doc == "-" {
		return readBounded(os.Stdin, generator.MaxDocument)
	}
	f, err := os.Open(doc)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readBounded(f, generator.MaxDocument)
}
