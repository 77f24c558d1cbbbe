import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { CLIENT_ROUTES } from "@/lib/providers/dialects/client-routes";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import type { SecretBox, SealFault } from "@/lib/store/secret-box";
import { maskJson, maskValue } from "./mask-content";
import { shortenJson, shortenText } from "./shorten-json";
import { type CallerDialect, streamParts } from "./stream-parts";

/** The most bytes of one call that are kept, of its prompt and its answer together. */
export const MOST_BYTES_OF_CALL = 1024 * 1024;
/** How much of that an answer has, however long the prompt is. */
const LEAST_OF_ANSWER = MOST_BYTES_OF_CALL / 4;

const side = z.object({
  /**
   * `json` and `text`: as it was sent. `parts`: what a stream said, put together. `fields`: those of a form, without
   * its files. `bytes`: only their number is kept, as of a recording.
   */
  form: z.enum(["json", "text", "parts", "fields", "bytes"]),
  /** JSON unless the form is `text`. */
  text: z.string(),
  /** How many bytes it had. */
  bytes: z.number(),
  isCut: z.boolean(),
});
/** What was sent in one direction. */
export type StoredSide = z.output<typeof side>;

/** What is encrypted of one call. */
const storedContent = z.object({
  route: z.string(),
  /** Null: no answer came, or its caller left before it did. */
  status: z.number().nullable(),
  request: side,
  answer: side.nullable(),
});
export type StoredContent = z.output<typeof storedContent>;

/** What a caller sent. Fields of a form come as their JSON. */
export interface CapturedPrompt {
  readonly form: "json" | "fields";
  readonly bytes: Buffer;
  /** How many bytes it had, and whether some are missing already. */
  readonly length: number;
  readonly isCut: boolean;
}

/** An answer as it was delivered. */
export interface CapturedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly chunks: readonly Uint8Array[];
  /** How many bytes it had, also those that are not among the chunks. */
  readonly length: number;
}

export interface CapturedContent {
  readonly route: string;
  readonly prompt: CapturedPrompt;
  readonly answer: CapturedAnswer | undefined;
}

/** What is kept of a call: put together, masked and shortened, in this order wherever that is affordable. */
export async function contentToStore(
  { route, prompt, answer }: CapturedContent,
  yieldToOthers: () => Promise<void>,
): Promise<StoredContent> {
  const said = answer && (await answerText(route, answer, yieldToOthers));
  const answered = said ? Math.min(Buffer.byteLength(said.text), LEAST_OF_ANSWER) : 0;
  const request = bounded(prompt.form, prompt.bytes, MOST_BYTES_OF_CALL - answered);
  await yieldToOthers();
  const left = MOST_BYTES_OF_CALL - Buffer.byteLength(request.text);
  const kept = said && bounded(said.form, Buffer.from(said.text), left);
  return {
    route,
    status: answer?.status ?? null,
    request: { form: prompt.form, ...request, bytes: prompt.length, isCut: request.isCut || prompt.isCut },
    answer:
      answer && said && kept
        ? { form: said.form, ...kept, bytes: answer.length, isCut: kept.isCut || said.isCut }
        : null,
  };
}

/** A text within a limit and without what looks like a credential. */
function bounded(form: StoredSide["form"], bytes: Buffer, limit: number): { text: string; isCut: boolean } {
  const { text, isCut } = form === "text" ? shortenText(bytes, limit) : shortenJson(bytes, limit);
  return { text: maskJson(text), isCut };
}

type AnswerText = Pick<StoredSide, "form" | "text" | "isCut">;

async function answerText(
  route: string,
  { contentType, chunks, length }: CapturedAnswer,
  yieldToOthers: () => Promise<void>,
): Promise<AnswerText> {
  const isCut = chunks.reduce((sum, chunk) => sum + chunk.length, 0) < length;
  if (/\bevent-stream\b/.test(contentType)) {
    const dialect = dialectOf(route);
    const parts = dialect && (await streamParts(dialect, chunks, yieldToOthers));
    // What is spread over many events is masked once it has been put together.
    if (parts) return { form: "parts", text: JSON.stringify(maskValue(parts)), isCut };
    return { form: "text", text: Buffer.concat(chunks).toString("utf8"), isCut };
  }
  if (/\bjson\b/.test(contentType)) return { form: "json", text: Buffer.concat(chunks).toString("utf8"), isCut };
  if (contentType.startsWith("text/")) return { form: "text", text: Buffer.concat(chunks).toString("utf8"), isCut };
  return { form: "bytes", text: JSON.stringify({ content_type: contentType }), isCut: true };
}

/** The dialect that callers of a route speak; undefined: it asks for no conversation. */
export function dialectOf(route: string): CallerDialect | undefined {
  const dialect = CLIENT_ROUTES.get(route)?.dialect;
  return dialect === "cohere" || dialect === "converse" ? undefined : dialect;
}

/** What was sealed for a call, or why it cannot be read. */
export function readSealed(
  { id, sealed }: { readonly id: string; readonly sealed: string },
  secrets: Pick<SecretBox, "open">,
): StoredContent | SealFault {
  const opened = secrets.open(sealed, SEALED_COLUMNS.callContents.context(id));
  if ("fault" in opened) return opened.fault;
  return storedContent.parse(JSON.parse(gunzipSync(Buffer.from(opened.text, "base64")).toString("utf8")));
}
