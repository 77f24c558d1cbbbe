import { createHash } from "node:crypto";
import type { Writing } from "../../../form/halves";
import { invalid } from "../../../form/parameters";
import type { CallPart, FoundText, MediaPart, Part, ResultPart, ThoughtPart } from "../../../form/request";
import { parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { isEncrypted } from "../../responses/encrypted";

/** What a model takes of content beside texts and calls. */
export interface TakenContent {
  /** Whether its cache of the prompt can be marked. */
  readonly caches: boolean;
  /** Whether its cache can be marked after tools, too. */
  readonly cachesTools: boolean;
  /** Whether a mark may say how long the cache lasts. */
  readonly timesCache: boolean;
  /** Whether it reads thoughts again that it has signed. */
  readonly thinks: boolean;
  /** Whether it cites documents and results of searches. */
  readonly cites: boolean;
}

/** What a mark may stand on. */
interface Marked {
  readonly kind?: string;
  readonly cache?: JsonObject;
  readonly parts?: readonly Marked[];
}

/** Writes the parts of turns as Converse's blocks. One instance writes one request: names of documents must differ. */
export class BlockWriter {
  #documents = 0;

  constructor(
    readonly writing: Writing,
    readonly takes: TakenContent,
  ) {}

  /** Texts of white space only are left out, because Bedrock refuses them. */
  blocks(parts: readonly Part[]): JsonObject[] {
    return parts.flatMap((part) => [...this.#block(part), ...this.mark(part)]);
  }

  /** The mark after which the cache of the prompt may end, if the part has one. */
  mark(part: Marked): JsonObject[] {
    // Inside a result Bedrock takes no mark: it stands after the result.
    const within = part.kind === "result" ? part.parts?.findLast(({ cache }) => cache !== undefined)?.cache : undefined;
    const cache = part.cache ?? within;
    if (cache === undefined) return [];
    if (!this.takes.caches) {
      this.writing.drop("cache");
      return [];
    }
    const { ttl } = cache;
    if (typeof ttl !== "string") return [{ cachePoint: { type: "default" } }];
    if (this.takes.timesCache) return [{ cachePoint: { type: "default", ttl } }];
    this.writing.drop("cacheTime");
    return [{ cachePoint: { type: "default" } }];
  }

  /** The same after a tool. */
  toolMark(tool: Marked): JsonObject[] {
    if (this.takes.cachesTools || tool.cache === undefined) return this.mark(tool);
    this.writing.drop("cache");
    return [];
  }

  #block(part: Part): JsonObject[] {
    switch (part.kind) {
      case "text":
        if (part.found) return this.#found(part.found, part.text);
        return part.text.trim() === "" ? [] : [{ text: part.text }];
      case "refusal":
        return part.text.trim() === "" ? [] : [{ text: part.text }];
      case "image":
        return [{ image: imageOf(part) }];
      case "document":
        return [{ document: this.#document(part) }];
      case "thought":
        return this.#thought(part);
      case "call":
        return [this.#call(part)];
      case "result":
        return [this.#result(part)];
      case "audio":
      case "own":
        throw this.writing.refuse(part);
    }
  }

  #document(part: MediaPart): JsonObject {
    const { source } = part;
    const told = { name: documentName(part.title, ++this.#documents), ...this.#cited(part) };
    if (source.kind === "text") return { format: "txt", ...told, source: { text: source.text } };
    const format = source.kind === "bytes" ? DOCUMENTS.get(source.mediaType) : undefined;
    if (source.kind === "bytes" && format !== undefined) return { format, ...told, source: { bytes: source.data } };
    throw invalid(
      source.at,
      `${source.at} must be a document in base64 of one of these types: ${[...DOCUMENTS.keys()].join(", ")}.`,
    );
  }

  /** What stands beside a document for those who cite. */
  #cited({ context, isCited = false }: { readonly context?: string; readonly isCited?: boolean }): JsonObject {
    if (this.takes.cites)
      return { ...(context !== undefined && { context }), ...(isCited && { citations: { enabled: true } }) };
    if (context !== undefined) this.writing.drop("context");
    if (isCited) this.writing.drop("citing");
    return {};
  }

  /** Models that do not cite get it as a text. */
  #found({ source, title, texts, isCited }: FoundText, told: string): JsonObject[] {
    const cited = this.#cited({ isCited });
    if (!this.takes.cites) return told.trim() === "" ? [] : [{ text: told }];
    return [{ searchResult: { source, title, content: texts.map((text) => ({ text })), ...cited } }];
  }

  #thought(part: ThoughtPart): JsonObject[] {
    const written = this.takes.thinks ? thoughtOf(part) : [];
    if (written.length === 0) this.writing.drop("thoughts");
    return written;
  }

  #call({ id, name, arguments: given, at }: CallPart): JsonObject {
    const input = given.trim() === "" ? {} : parseObjectText(this.writing.exact.mark(given));
    if (!input) throw invalid(at, `${at} must be a JSON object, as a text.`);
    return { toolUse: { toolUseId: callId(id), name, input } };
  }

  #result({ callId: id, parts, isError }: ResultPart): JsonObject {
    const content = parts.flatMap((part) => this.#block(part));
    return {
      toolResult: {
        toolUseId: callId(id),
        // Bedrock refuses a result without content.
        content: content.length > 0 ? content : [{ text: "(no output)" }],
        ...(isError && { status: "error" }),
      },
    };
  }
}

const IMAGES: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/jpg", "jpeg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ["application/pdf", "pdf"],
  ["text/csv", "csv"],
  ["text/html", "html"],
  ["text/plain", "txt"],
  ["text/markdown", "md"],
  ["application/msword", "doc"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
  ["application/vnd.ms-excel", "xls"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
]);

function imageOf({ source }: MediaPart): JsonObject {
  const format = source.kind === "bytes" ? IMAGES.get(source.mediaType) : undefined;
  if (source.kind === "bytes" && format !== undefined) return { format, source: { bytes: source.data } };
  throw invalid(
    source.at,
    `${source.at} must be a PNG, JPEG, GIF or WebP image in base64: Bedrock fetches no images from addresses, and the gateway only from the hosts in general_settings.media_hosts.`,
  );
}

/**
 * Bedrock takes few characters in the name of a document, which the model reads, and each name once in a request.
 */
function documentName(title: string | undefined, number: number): string {
  const name = (title ?? "")
    .replaceAll(/[^\p{L}\p{N} ()[\]-]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, 150);
  return name === "" ? `Document ${number}` : number === 1 ? name : `${name} ${number}`;
}

function thoughtOf(thought: ThoughtPart): JsonObject[] {
  if ("redacted" in thought) return [{ reasoningContent: { redactedContent: thought.redacted } }];
  const { text, signature } = thought;
  return signature && !isEncrypted(signature) ? [{ reasoningContent: { reasoningText: { text, signature } } }] : [];
}

const LONGEST_ID = 64;

/** Bedrock takes few characters in ids, and no long ones. A conversation may contain another provider's ids. */
function callId(id: string): string {
  const plain = id.replaceAll(/[^a-zA-Z0-9_.:-]/g, "_");
  if (plain.length <= LONGEST_ID && plain !== "") return plain;
  return `call_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

/** The name of a tool that a block calls; undefined: it calls none. */
export function calledTool({ toolUse }: JsonObject): string | undefined {
  return typeof toolUse === "object" && toolUse !== null ? textAt({ ...toolUse }, "name") : undefined;
}
