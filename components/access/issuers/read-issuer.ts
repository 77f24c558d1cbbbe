import { readJson } from "@/components/shared/forms/read-json";
import { isObject } from "@/lib/is-object";
import { issuerEntry } from "@/lib/config/schema";
import { schemaFaults } from "@/lib/settings/schema-faults";
import type { IssuerDraft } from "./issuer-draft";
import { withoutTypedSecrets } from "./typed-secrets";

/** A written entry with marks in place of its typed secrets, or its first fault in words. */
export function readIssuer(value: unknown): { readonly entry: IssuerDraft } | { readonly fault: string } {
  const parsed = issuerEntry.safeParse(value);
  if (parsed.success && isObject(value)) return { entry: withoutTypedSecrets(value) };
  const [first] = schemaFaults(issuerEntry, value, parsed.error?.issues ?? []);
  const place = first?.path.length ? `${first.path.join(".")}: ` : "";
  return { fault: `${place}${first?.message ?? "This is not an issuer."}${first?.fix ? ` (${first.fix})` : ""}` };
}

/** `readIssuer` for a string of JSON. */
export function readIssuerText(text: string): ReturnType<typeof readIssuer> {
  const read = readJson(text);
  return "fault" in read ? read : readIssuer(read.value);
}
