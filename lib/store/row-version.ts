import { hash } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { ChangedMeanwhile } from "@/lib/wire/edits/changed-meanwhile";
import { editedFields } from "@/lib/wire/edits/edited-fields";

/** The versions that a request with `If-Match` is willing to change, as quoted tags (RFC 9110 §13.1.1). */
export type IfMatch = ReadonlySet<string>;

/** The version of a record as a strong entity tag. It covers only what edits write, so a call changes no version. */
export function etagOf(record: object): string {
  return `"${hash("sha256", JSON.stringify(editedFields(record)), "base64url").slice(0, 22)}"`;
}

/**
 * Stops a change whose author has seen another version than the one in force. Call it within the transaction, with what
 * was read under the lock. `proposed`: the record after the change; null: it would be deleted.
 * @throws GatewayError changed_meanwhile with both versions
 */
export function requireUnchanged(
  ifMatch: IfMatch | undefined,
  { current, proposed }: { readonly current: object; readonly proposed: object | null },
): void {
  if (ifMatch && !ifMatch.has(etagOf(current)))
    throw changedMeanwhile({ etag: etagOf(current), current: { ...current }, proposed: proposed && { ...proposed } });
}

/** The refusal of a request whose `If-Match` is out of date. */
export function changedMeanwhile(details: ChangedMeanwhile): GatewayError {
  return new GatewayError(
    "changed_meanwhile",
    "This was changed meanwhile, and nothing is overwritten. error.details has both versions; repeat the request with the newer ETag, or without If-Match.",
    { param: "If-Match", headers: { etag: details.etag }, details },
  );
}
