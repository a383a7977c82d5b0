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

// Migrate brings the tables, in the first schema of the search_path, to the newest
// version, in one transaction. Of several that migrate at once, one does it and the
// others wait. Where the tables are of that version it only reads, so that the
// user of the pool needs no right to make tables: SELECT on bindery_migrations, and
// SELECT, INSERT, UPDATE and DELETE on bindery_threads, bindery_checkpoints and
// bindery_writes are enough.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	if version, err := version(ctx, pool); err != nil || version == newest {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS bindery_migrations (version int PRIMARY KEY)`); err != nil {
			return err
		}
		version, err := migrated(ctx, tx)
		if err != nil {
			return err
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

// querier is a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// version reads of which version the tables are, 0 where there are none.
func version(ctx context.Context, db querier) (int, error) {
	var exists bool
	if err := db.QueryRow(ctx, `SELECT to_regclass('bindery_migrations') IS NOT NULL`).Scan(&exists); err != nil || !exists {
		return 0, err
	}
	return migrated(ctx, db)
}

func migrated(ctx context.Context, db querier) (version int, err error) {
	if err := db.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM bindery_migrations`).Scan(&version); err != nil {
		return 0, err
	}
	if version > newest {
		return 0, fmt.Errorf("pgstore: the tables are of version %d, this program knows %d", version, newest)
	}
	return version, nil
}
