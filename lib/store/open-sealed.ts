import { isObject } from "@/lib/is-object";

/** Decrypts what was sealed for a row. */
export type OpenSealed = (
  sealed: string,
  context: string,
) => { readonly text: string } | { readonly fault: "another key" | "damaged" };

/** What was sealed for a row, in its places, or a string that says why it cannot be decrypted. */
export function openSealedTree(
  sealed: string | null,
  context: string,
  open: OpenSealed,
): Record<string, unknown> | string {
  if (sealed === null) return {};
  const opened = open(sealed, context);
  if ("fault" in opened) return sealFaultText(opened.fault);
  const value: unknown = JSON.parse(opened.text);
  return isObject(value) ? value : {};
}

/** Sealed secrets by name, or a string that says why they cannot be decrypted. */
export function openSealedSecrets(
  sealed: string | null,
  context: string,
  open: OpenSealed,
): Record<string, string> | string {
  const tree = openSealedTree(sealed, context, open);
  if (typeof tree === "string") return tree;
  return Object.fromEntries(
    Object.entries(tree).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** Why what was sealed for an entry cannot be decrypted. */
function sealFaultText(fault: "another key" | "damaged"): string {
  return fault === "another key"
    ? "its key was encrypted with another GATEWAY_ENCRYPTION_KEY than this node has; give every node the same one, or enter the key of this entry again"
    : "its encrypted key is damaged; enter the key of this entry again";
}

/** Why a row whose secrets are open cannot be used: its first field that this version does not understand. */
export function notUnderstood(issues: readonly { readonly path: readonly PropertyKey[] }[], whole: string): string {
  return `this version of the gateway does not understand its ${issues[0]?.path.join(".") || whole}`;
}
