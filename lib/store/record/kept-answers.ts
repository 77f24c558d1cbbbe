import { z } from "zod";
import type { Database } from "../database";

/** For how long an upstream keeps an answer, in days (platform.openai.com/docs/guides/your-data). */
const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 5_000;

const keptAnswer = z.object({
  owner: z.string(),
  deployment: z.string(),
  model: z.string(),
});
const keptRow = keptAnswer.extend({ id: z.string() });

/** Whose an answer is that an upstream keeps, and where it is kept. */
export type KeptAnswer = z.output<typeof keptAnswer>;
/** That of one id. */
export type KeptRow = z.output<typeof keptRow>;

/** A row belongs for good to whoever wrote it first. */
const WRITE = `
INSERT INTO kept_answers (id, owner, deployment, model, expires_at)
SELECT DISTINCT ON (id) id, owner, deployment, model, clock_timestamp() + interval '${KEPT_DAYS} days'
FROM json_to_recordset($1::json) AS told (id text, owner text, deployment text, model text)
ORDER BY id
ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, deployment = excluded.deployment, model = excluded.model,
  expires_at = excluded.expires_at
  WHERE kept_answers.expires_at < clock_timestamp()`;

/** Writes who owns ids; those that somebody owns already stay theirs. @throws the database's error */
export async function writeKeptAnswers({ pool }: Pick<Database, "pool">, rows: readonly KeptRow[]): Promise<void> {
  if (rows.length > 0) await pool.query(WRITE, [JSON.stringify(rows)]);
}

/** Those of the ids that somebody owns. @throws the database's error */
export async function readKeptAnswers({ pool }: Pick<Database, "pool">, ids: readonly string[]): Promise<KeptRow[]> {
  const { rows } = await pool.query(
    "SELECT id, owner, deployment, model FROM kept_answers WHERE id = ANY($1) AND expires_at > clock_timestamp()",
    [ids],
  );
  return z.array(keptRow).parse(rows);
}

/** Forgets an id that the upstream has deleted. @throws the database's error */
export async function deleteKeptAnswer({ pool }: Pick<Database, "pool">, id: string): Promise<void> {
  await pool.query("DELETE FROM kept_answers WHERE id = $1", [id]);
}

/** Deletes some of the rows that are past their end, by the database's clock. @throws the database's error */
export async function pruneKeptAnswers({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(
    `DELETE FROM kept_answers WHERE id IN (
       SELECT id FROM kept_answers WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT $1
       FOR UPDATE SKIP LOCKED)`,
    [DELETED_AT_ONCE],
  );
}

/** The rows of a line of the journal, as `JSON.stringify` has written them; none if they are something else. */
export function readKept(line: string): readonly KeptRow[] {
  return z.array(keptRow).safeParse(JSON.parse(line)).data ?? [];
}
