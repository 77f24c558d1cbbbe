import type { Database } from "../database";

/**
 * What PostgreSQL itself tells lives of a database apart by: the identity of the server's files, and the timeline,
 * which changes when a backup is restored to a point in time or a stand-by takes over.
 */
const CLUSTER = `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS cluster`;

const NEW_EPOCH = "to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISS')";

/**
 * The epoch of this database: the time at which its present life began, as 14 digits (`20261122200758`). Numbers of
 * bookings are unique within an epoch. A new epoch begins when the database turns out to be another life than before.
 */
export async function readEpoch({ pool }: Pick<Database, "pool">): Promise<string> {
  // Some hosted databases do not allow the question. Then only a missing row begins a new epoch.
  const cluster = await pool.query<{ cluster: string }>(CLUSTER).then(
    ({ rows }) => rows[0]?.cluster ?? null,
    () => null,
  );
  const known = await pool.query<{ epoch: string; cluster: string | null }>("SELECT epoch, cluster FROM installation");
  const [row] = known.rows;
  if (row && (cluster === null || row.cluster === cluster)) return row.epoch;
  // Of several processes that notice at once, the first one decides.
  const { rows } = await pool.query<{ epoch: string }>(
    `INSERT INTO installation (id, epoch, cluster) VALUES (1, ${NEW_EPOCH}, $1)
     ON CONFLICT (id) DO UPDATE SET cluster = excluded.cluster,
       epoch = CASE WHEN installation.cluster IS NULL OR installation.cluster = excluded.cluster
         THEN installation.epoch ELSE excluded.epoch END
     RETURNING epoch`,
    [cluster],
  );
  return rows[0]?.epoch ?? "";
}
