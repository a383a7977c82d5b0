// Command server is a Temporal server for tests: all its services in one process,
// with their state in a file of SQLite. A server that is killed goes on from its
// file. It prints a line when clients can connect, and ends when its standard
// input does, so that it does not outlive the test that started it.
//
// It is a module of its own because of what it takes to compile.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/testing/freeport"
	schema "go.temporal.io/server/schema/sqlite"
	"go.temporal.io/server/temporal"
)

const (
	host    = "127.0.0.1"
	current = "active" // the cluster, which is this server
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run() error {
	file := flag.String("db", "", "`file` of the state; it is made where there is none")
	port := flag.Int("port", 0, "of the frontend")
	synchronous := flag.String("synchronous", "full", "of SQLite: full outlives power cuts, off what kills the server")
	namespace := flag.String("namespace", "default", "that is made where there is none")
	flag.Parse()
	if *file == "" || *port == 0 {
		return errors.New("-db and -port are required")
	}
	c := configuration(*file, *synchronous, *port)
	if err := prepare(c, *file, *namespace); err != nil {
		return err
	}
	s, err := temporal.NewServer(
		temporal.WithConfig(c),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithLogger(log.NewNoopLogger()),
	)
	if err != nil {
		return err
	}
	if err := s.Start(); err != nil {
		return err
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Stop()
}

// prepare makes the tables and the namespace.
func prepare(c *config.Config, file, namespace string) error {
	db := c.Persistence.DataStores[sqlite.PluginName].SQL
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if err := schema.SetupSchema(db); err != nil {
			return err
		}
	}
	n, err := schema.NewNamespaceConfig(current, namespace, false, nil)
	if err != nil {
		return err
	}
	return schema.CreateNamespaces(db, n)
}

// configuration is that of one server for everything.
func configuration(file, synchronous string, port int) *config.Config {
	service := func(port int) config.Service {
		return config.Service{RPC: config.RPC{GRPCPort: port, MembershipPort: freeport.MustGetFreePort(), BindOnIP: host}}
	}
	frontend := fmt.Sprintf("%s:%d", host, port)
	return &config.Config{
		Global: config.Global{
			Membership: config.Membership{MaxJoinDuration: 30 * time.Second, BroadcastAddress: host},
			Metrics:    &metrics.Config{Prometheus: &metrics.PrometheusConfig{ListenAddress: host + ":0", HandlerPath: "/metrics"}},
		},
		Persistence: config.Persistence{
			DefaultStore: sqlite.PluginName, VisibilityStore: sqlite.PluginName, NumHistoryShards: 1,
			DataStores: map[string]config.DataStore{sqlite.PluginName: {SQL: &config.SQL{
				PluginName: sqlite.PluginName, DatabaseName: file,
				ConnectAttributes: map[string]string{"mode": "rwc", "_journal_mode": "wal", "_synchronous": synchronous},
			}}},
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10, MasterClusterName: current, CurrentClusterName: current,
			ClusterInformation: map[string]cluster.ClusterInformation{
				current: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: frontend},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		Services: map[string]config.Service{
			"frontend": service(port), "history": service(freeport.MustGetFreePort()),
			"matching": service(freeport.MustGetFreePort()), "worker": service(freeport.MustGetFreePort()),
		},
		Archival: config.Archival{
			History:    config.HistoryArchival{State: config.ArchivalDisabled},
			Visibility: config.VisibilityArchival{State: config.ArchivalDisabled},
		},
		PublicClient: config.PublicClient{HostPort: frontend},
		NamespaceDefaults: config.NamespaceDefaults{Archival: config.ArchivalNamespaceDefaults{
			History:    config.HistoryArchivalNamespaceDefaults{State: config.ArchivalDisabled},
			Visibility: config.VisibilityArchivalNamespaceDefaults{State: config.ArchivalDisabled},
		}},
	}
}
