import { createHash } from "node:crypto";

/** A multipart form as an upstream sees it: every part in order, and files with their content. */
export interface SeenForm {
  readonly parts: readonly SeenPart[];
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly responseFormat: string;
}

export type SeenPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly filename: string;
      readonly type: string;
      readonly size: number;
      readonly sha256: string;
    };

/** Reads a form with another parser than the gateway's. Undefined if the body is not a form. */
export async function readForm(type: string | undefined, bytes: Buffer): Promise<SeenForm | undefined> {
  if (!type?.startsWith("multipart/form-data")) return undefined;
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const parts: SeenPart[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") parts.push({ name, value });
    else
      parts.push({
        name,
        filename: value.name,
        type: value.type,
        size: value.size,
        sha256: createHash("sha256")
          .update(Buffer.from(await value.arrayBuffer()))
          .digest("hex"),
      });
  }
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    parts,
    model: text("model"),
    stream: text("stream") === "true",
    responseFormat: text("response_format") ?? "json",
  };
}

export function isForm(body: unknown): body is SeenForm {
  return typeof body === "object" && body !== null && "parts" in body && "responseFormat" in body;
}
