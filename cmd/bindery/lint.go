package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) lint() *cobra.Command {
	var flags schemaFlags
	cmd := &cobra.Command{
		Use:   "lint [FILE|DIR...]",
		Short: "Report every problem of the schemas and of the configuration",
		Long: `Report every problem of the schemas and of the configuration.

Without FILE the whole configuration is linted. A FILE that the configuration
has as a schema is linted with its overlay. Of a DIR all schemas in it and below
are: files in JSON or YAML whose "$schema" names a draft. The flags that say how to read a
FILE take the place of the configuration.`,
		RunE: func(cmd *cobra.Command, files []string) error {
			files, err := expand(files)
			if err != nil {
				return err
			}
			j, err := a.lintJob(cmd, flags, files)
			if err != nil {
				return err
			}
			if err := j.open(); err != nil {
				return err
			}
			defer j.close()
			ctx, end := a.progress(cmd.Context())
			ds := generator.Lint(ctx, j.w, j.config)
			end()
			ds.Add(j.found...)
			ds = generator.Regrade(ds, j.config.Severity)
			ds = generator.Accept(ds, j.config.Ignore)
			if len(files) > 0 {
				ds = withoutUnused(ds)
			}
			return a.report(j.workDir, ds)
		},
	}
	a.flags.addConfig(cmd.Flags())
	flags.addSchema(cmd.Flags())
	return cmd
}

// expand replaces directories by the schemas in them.
func expand(files []string) ([]string, error) {
	var out []string
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			out = append(out, name)
			continue
		}
		found, err := generator.FindSchemas(plainFiles{os.DirFS(name)})
		if err != nil {
			return nil, ioError(name, err)
		}
		if len(found) == 0 {
			return nil, ioError(name, errors.New("no file in the directory has a $schema that names a draft of JSON Schema: name the files, or write $schema into them"))
		}
		for _, below := range found {
			out = append(out, filepath.Join(name, filepath.FromSlash(below)))
		}
	}
	return out, nil
}

func (a *app) lintJob(cmd *cobra.Command, flags schemaFlags, files []string) (*job, error) {
	if len(files) > 0 {
		return a.filesJob(cmd, flags, files)
	}
	if name := schemaFlag(cmd); name != "" {
		return nil, fmt.Errorf("--%s needs a FILE", name)
	}
	return a.configured()
}

// filesJob makes a job of the schema files that the command line names.
func (a *app) filesJob(cmd *cobra.Command, flags schemaFlags, files []string) (*job, error) {
	j, err := a.readingJob(cmd, flags)
	if err != nil {
		return nil, err
	}
	known := j.config
	j.config.Packages, j.config.Chosen = nil, true
	for _, file := range files {
		p, err := flags.schemaPackage(j.workDir, file)
		if err != nil {
			return nil, err
		}
		found := packagesOf(known, p.Schema)
		if len(found) == 0 {
			p.Name, p.Roots = "schema", []generator.Root{{Name: generator.UnnamedRoot, Pointer: "#"}}
			found = append(found, p)
		}
		j.config.Packages = append(j.config.Packages, found...)
	}
	return j, nil
}

// packagesOf are the packages of a configuration that are made of a schema.
func packagesOf(c generator.Config, schema string) []generator.Package {
	return slices.DeleteFunc(slices.Clone(c.Packages), func(p generator.Package) bool { return !p.IsOf(schema) })
}

// readingJob is a job that says how schema files of the command line are read: the
// configuration's, or a bare one where there is none or flags take its place.
func (a *app) readingJob(cmd *cobra.Command, flags schemaFlags) (*job, error) {
	_, err := os.Stat(a.flags.configFile())
	absent := errors.Is(err, fs.ErrNotExist) && !cmd.Flags().Changed("config")
	switch by := schemaFlag(cmd); {
	case by != "" && cmd.Flags().Changed("config"):
		return nil, fmt.Errorf("--config and --%s exclude each other", by)
	case by != "" || absent:
		return bareJob(flags)
	}
	return a.configured()
}

// bareJob is a job without a configuration.
func bareJob(flags schemaFlags) (*job, error) {
	p, err := newWorkDir(".")
	if err != nil {
		return nil, err
	}
	c, err := flags.configuration(p)
	return &job{workDir: p, target: p, config: c}, err
}

// schemaFlag names a flag in use that says how to read a schema.
func schemaFlag(cmd *cobra.Command) string {
	for _, o := range onlyWithSchema {
		if cmd.Flags().Changed(o.flag) {
			return o.flag
		}
	}
	return ""
}

// withoutUnused drops what is said of accepted diagnostics that did not occur: a
// run over some of the files cannot tell.
func withoutUnused(ds generator.Diagnostics) generator.Diagnostics {
	return slices.DeleteFunc(ds, func(d generator.Diagnostic) bool { return d.Code == generator.UnusedIgnore })
}
