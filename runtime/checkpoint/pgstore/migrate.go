package pgstore

import (
	"context"
	"embed"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	newest = 1 // the number of the last migration

	// migrationLock is this package's advisory lock: an arbitrary number.
	migrationLock = 0x62696e6465727931
)

// migrate brings the tables to the newest version, in one transaction. Of
// several stores that open at once, one does it and the others wait.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS bindery_migrations (version int PRIMARY KEY)`); err != nil {
			return err
		}
		var version int
		if err := tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM bindery_migrations`).Scan(&version); err != nil {
			return err
		}
		if version > newest {
			return fmt.Errorf("pgstore: the tables are of version %d, this program knows %d", version, newest)
		}
		for version++; version <= newest; version++ {
			sql, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version))
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(sql)); err != nil {
				return fmt.Errorf("pgstore: migration %d: %w", version, err)
			}
			if _, err := tx.Exec(ctx, `INSERT INTO bindery_migrations VALUES ($1)`, version); err != nil {
				return err
			}
		}
		return nil
	})
}
