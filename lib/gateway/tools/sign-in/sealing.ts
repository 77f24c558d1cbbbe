import type { z } from "zod";
import { SEALED_PARTS, type SealedKind, type SealedPart } from "@/lib/mcp/sign-in/sealed-parts";
import type { SecretBox } from "@/lib/store/secret-box";

/** In characters. Nothing that the gateway seals here is longer. */
const LONGEST = 16_384;

const SCHEMAS: { readonly [Kind in SealedKind]: z.ZodType<SealedPart<Kind>> } = SEALED_PARTS;

const contextOf = (kind: SealedKind): string => `sign-in for tools ${kind}`;

/** Seals a part of a sign-in, so that only a node of this gateway reads it, as nothing else than what it is. */
export function sealPart<Kind extends SealedKind>(secrets: SecretBox, kind: Kind, part: SealedPart<Kind>): string {
  return secrets.seal(JSON.stringify(part), contextOf(kind));
}

/** A part of a sign-in that has come back; undefined: this gateway has not sealed it, or not as this. */
export function openPart<Kind extends SealedKind>(
  secrets: SecretBox,
  kind: Kind,
  sealed: string | undefined,
): SealedPart<Kind> | undefined {
  if (sealed === undefined || sealed.length > LONGEST) return undefined;
  const opened = secrets.open(sealed, contextOf(kind));
  if ("fault" in opened) return undefined;
  const read = SCHEMAS[kind].safeParse(JSON.parse(opened.text));
  return read.success ? read.data : undefined;
}
