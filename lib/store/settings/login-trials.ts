import { z } from "zod";
import type { Claims } from "@/lib/auth/decision";
import type { Database } from "../database";
import type { OpenSealed } from "../open-sealed";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox } from "../secret-box";
import type { Transaction } from "../write";

/** How long a test may take, and its outcome may be saved, in minutes. */
const LIFE = "interval '30 minutes'";

/** The verifier of a test whose answer has come. */
const TAKEN = "";

const trial = z.object({
  issuer: z.string(),
  clientId: z.string(),
  /** Absent: a public client. */
  clientSecret: z.string().optional(),
  label: z.string(),
  scopes: z.array(z.string()),
  token: z.string(),
  keys: z.string(),
  redirectAddress: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  outcome: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("done"), claims: z.record(z.string(), z.unknown()) }),
      z.object({ kind: z.literal("failed"), message: z.string() }),
    ])
    .optional(),
});

/** A test of a login: what is tried, and what came of it. `outcome` absent: nobody has come back from the provider. */
export type LoginTrial = z.output<typeof trial>;
export type TrialOutcome =
  | { readonly kind: "done"; readonly claims: Claims }
  | { readonly kind: "failed"; readonly message: string };

/** Keeps a new test, and forgets those that are over. @throws the database's error */
export async function addLoginTrial(
  transaction: Transaction,
  box: Pick<SecretBox, "seal">,
  id: string,
  made: LoginTrial,
): Promise<void> {
  await transaction.$executeRawUnsafe(`DELETE FROM login_trials WHERE created_at < clock_timestamp() - ${LIFE}`);
  await transaction.loginTrial.create({ data: { id, sealed: sealed(box, id, made) } });
}

/** Undefined: there is none, it is over, or no key of this node opens it. @throws the database's error */
export async function readLoginTrial(
  { pool }: Pick<Database, "pool">,
  open: OpenSealed,
  id: string,
): Promise<LoginTrial | undefined> {
  return (await findTrial(pool, open, id))?.trial;
}

async function findTrial(
  pool: Database["pool"],
  open: OpenSealed,
  id: string,
): Promise<{ readonly trial: LoginTrial; readonly sealed: string } | undefined> {
  const { rows } = await pool.query<{ sealed: string }>(
    `SELECT sealed FROM login_trials WHERE id = $1 AND created_at >= clock_timestamp() - ${LIFE}`,
    [id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const opened = open(row.sealed, SEALED_COLUMNS.loginTrials.context(id));
  return "text" in opened ? { trial: trial.parse(JSON.parse(opened.text)), sealed: row.sealed } : undefined;
}

/**
 * Takes the one answer that a test waits for. Its verifier is gone then, so that of two answers at once one is
 * redeemed. Undefined: there is no such test, it is over, or its answer has come. @throws the database's error
 */
export async function takeLoginTrial(
  { pool }: Pick<Database, "pool">,
  box: Pick<SecretBox, "seal" | "open">,
  id: string,
): Promise<LoginTrial | undefined> {
  const found = await findTrial(pool, box.open.bind(box), id);
  if (!found || found.trial.verifier === TAKEN) return undefined;
  const taken = sealed(box, id, { ...found.trial, verifier: TAKEN });
  const { rowCount } = await pool.query("UPDATE login_trials SET sealed = $2 WHERE id = $1 AND sealed = $3", [
    id,
    taken,
    found.sealed,
  ]);
  return rowCount === 1 ? found.trial : undefined;
}

/** Notes what came of a test whose answer was taken. @throws the database's error */
export async function endLoginTrial(
  { pool }: Pick<Database, "pool">,
  box: Pick<SecretBox, "seal">,
  id: string,
  ended: LoginTrial,
): Promise<void> {
  const text = sealed(box, id, { ...ended, verifier: TAKEN });
  await pool.query("UPDATE login_trials SET sealed = $2 WHERE id = $1", [id, text]);
}

function sealed(box: Pick<SecretBox, "seal">, id: string, made: LoginTrial): string {
  return box.seal(JSON.stringify(made), SEALED_COLUMNS.loginTrials.context(id));
}
