import { appendFileSync } from "node:fs";
import { readLiteral } from "@/lib/calls/literal";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";

/**
 * Writes a call that the database refuses, and the reason, to a file beside the journal, for the operator to look at.
 * @throws NodeJS.ErrnoException if the disk refuses it
 */
export function setAside(path: string, literal: string, error: unknown, log: Logger): void {
  const reason = messageOf(error);
  appendFileSync(path, `${JSON.stringify({ error: reason, row: readLiteral(literal) })}\n`, { mode: 0o600 });
  log.error("spend_row_rejected", { path, error: reason });
}
