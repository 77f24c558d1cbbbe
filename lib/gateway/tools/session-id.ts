import { createHash } from "node:crypto";
import { z } from "zod";
import type { Identity } from "@/lib/auth/decision";
import type { SecretBox } from "@/lib/store/secret-box";

const sealed = z.object({
  /** Whose session it is. */
  caller: z.string(),
  /** Names the session, so that two of one caller are two at the servers too. */
  nonce: z.string(),
  version: z.string(),
  capabilities: z.record(z.string(), z.unknown()),
  /** The sessions of servers of the legacy era, by their names. */
  servers: z.record(z.string(), z.object({ id: z.string(), version: z.string() })),
});

/** What a session of a caller of the legacy era is. Nobody keeps it: it is in its id, which only a gateway can read. */
export type CallerSession = z.infer<typeof sealed>;

const CONTEXT = "mcp session";

/** The id of a session, which any node of the gateway opens again. */
export function sealSession(secrets: SecretBox, session: CallerSession): string {
  return secrets.seal(JSON.stringify(session), CONTEXT);
}

/** The session of an id; undefined: it is not the caller's, or not a gateway's. */
export function openSession(secrets: SecretBox, id: string, caller: string): CallerSession | undefined {
  const opened = secrets.open(id, CONTEXT);
  if ("fault" in opened) return undefined;
  const session = sealed.safeParse(JSON.parse(opened.text));
  return session.success && session.data.caller === caller ? session.data : undefined;
}

type PrintedIdentity = Pick<Identity, "kind" | "key" | "issuer" | "subject" | "userId" | "teamId" | "objectId">;

/** The calls of a remembered caller share one identity. */
const prints = new WeakMap<PrintedIdentity, string>();

/** Equal for all tokens of one caller, and different for any two callers. */
export function callerPrint(identity: PrintedIdentity): string {
  let print = prints.get(identity);
  if (print === undefined) prints.set(identity, (print = printOf(identity)));
  return print;
}

function printOf({ kind, key, issuer, subject, userId, teamId, objectId }: PrintedIdentity): string {
  const who = JSON.stringify([kind, key?.id, issuer, subject, userId, teamId, objectId]);
  return createHash("sha256").update(who).digest("base64url").slice(0, 22);
}
