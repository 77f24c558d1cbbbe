import { messageOf } from "@/lib/error-message";
import type { NodeReport } from "@/lib/gateway/node-report";
import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { keepKnownValue, opensKnownValue } from "@/lib/store/known-value";
import { missingNodes } from "@/lib/store/missing-nodes";
import {
  listNodes,
  openDescription,
  readNodes,
  removeNode,
  sealDescription,
  writeNode,
  type NodeRow,
} from "@/lib/store/nodes";
import type { SecretBox } from "@/lib/store/secret-box";
import { bounded } from "@/lib/time/io/deadline";
import { describeNode, digestOf, nodeDescription, type DescribedNode } from "./node-description";
import { nodeDifferences, type ComparedNode } from "./node-differences";

/** How often a node updates its row and looks at the other nodes, in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** How long a node that ends tries to remove its row, in milliseconds. */
const LONGEST_GOODBYE_MS = 1_000;

const FOREIGN_KEY =
  "this node cannot decrypt what the other nodes encrypt: it has another GATEWAY_ENCRYPTION_KEY; give it theirs, or list theirs in GATEWAY_ENCRYPTION_KEY_PREVIOUS (docs/operate/rotation.md)";
/**
 * Without a known value, no node can tell whether its own key is wrong or the entries are left over from a lost key.
 */
const NOTHING_OPENED =
  "this node decrypts none of the keys of model entries in the database; give it the GATEWAY_ENCRYPTION_KEY that encrypted them, or enter those keys again and run npm run rotate -- encryption --accept-loss";

export interface NodeWatchOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  /** Unique among the processes of a database. */
  readonly name: string;
  readonly version: string;
  /** This node as it is configured now, with the further secrets that it accepts. */
  readonly describe: () => DescribedNode & {
    readonly previousSessionSecrets: readonly string[];
    readonly previousMasterKeys: readonly string[];
  };
  readonly now: () => number;
  readonly log: Logger;
}

export interface NodeWatch extends NodeReport {
  close(): Promise<void>;
}

/**
 * Keeps this node's row in the database fresh and compares it with those of the other nodes. Resolves after the first
 * look. While the database is away, the report stays as it was.
 */
export async function watchNodes(options: NodeWatchOptions): Promise<NodeWatch> {
  const { database, secrets, name, version, describe, now, log } = options;
  let report: Omit<NodeReport, "look"> = { fault: undefined, warnings: [], missing: 0 };
  let isClosed = false;

  function own(clockAheadMs: number) {
    const described = describe();
    const description = describeNode(described);
    const { previousSessionSecrets, previousMasterKeys } = described;
    return {
      name,
      version,
      clockAheadMs,
      description,
      keyIds: secrets.keyIds,
      acceptedSessionSecrets: [description.sessionSecret, ...previousSessionSecrets.map(digestOf)],
      acceptedMasterKeys: [description.masterKey, ...previousMasterKeys.map(digestOf)],
    };
  }

  function compared(row: NodeRow): ComparedNode {
    const parsed = nodeDescription.safeParse(openDescription(secrets, row));
    return { ...row, description: parsed.success ? parsed.data : undefined };
  }

  async function look(): Promise<void> {
    const known = await keepKnownValue(database, secrets);
    const before = now();
    const read = await readNodes(database);
    const after = now();
    // The database read its clock at some moment between `before` and `after`, so only a difference beyond that
    // uncertainty counts.
    const aheadMs = (before + after) / 2 - read.now;
    const unsureMs = (after - before) / 2;
    const clockAheadMs = Math.round(Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - unsureMs));
    const self = own(clockAheadMs);
    const sealed = sealDescription(secrets, name, self.description);
    if (!isClosed) await writeNode(database, { name, version, keyIds: self.keyIds, sealed, clockAheadMs });
    // Read after this node's row is written: a node that replaces another must be there to count as its replacement.
    const { serving, silent } = await listNodes(database);
    const others = read.nodes.filter((row) => row.name !== name).map(compared);
    tell({
      fault: known === undefined || opensKnownValue(secrets, known) ? undefined : FOREIGN_KEY,
      warnings: [...(known === undefined ? [NOTHING_OPENED] : []), ...nodeDifferences(self, others)],
      missing: missingNodes(silent, serving).length,
    });
  }

  function tell(next: typeof report): void {
    const { fault, warnings } = report;
    report = next;
    if (next.fault !== undefined && fault === undefined) log.error("nodes.foreign_key", { error: next.fault });
    if (next.fault === undefined && fault !== undefined) log.info("nodes.key_accepted");
    if (next.warnings.join() !== warnings.join()) log.warn("nodes.differ", { warnings: next.warnings });
  }

  const lookSafely = (): Promise<void> =>
    look().catch((error: unknown) => log.warn("nodes.not_compared", { error: reasonOf(error) }));
  await lookSafely();
  const timer = setInterval(() => void lookSafely(), LOOK_EVERY_MS).unref();
  return {
    get fault() {
      return report.fault;
    },
    get warnings() {
      return report.warnings;
    },
    get missing() {
      return report.missing;
    },
    look: lookSafely,
    async close() {
      isClosed = true;
      clearInterval(timer);
      // The row expires by itself a minute after the last look.
      await bounded(removeNode(database, name), LONGEST_GOODBYE_MS).catch(() => {});
    },
  };
}

/** Prisma puts the call and its place in lines before the reason. */
function reasonOf(error: unknown): string {
  return messageOf(error).trim().split("\n").at(-1) ?? "";
}
