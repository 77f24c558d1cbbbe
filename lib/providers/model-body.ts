import { isUtf8 } from "node:buffer";
import { GatewayError } from "@/lib/errors";
import { outlineOf } from "@/lib/json/outline";
import { refuseLookalikes } from "./decided-members";
import { tooDeep } from "./json-bounds";
import { scanMembers, type MemberRange } from "./json-members";
import { type JsonObject } from "./json-value";
import { isObject } from "@/lib/is-object";
import { Pieces } from "@/lib/http/pieces";

/** A JSON request body that names a model: the original bytes, and where to edit them. */
export interface ModelBody {
  readonly kind: "json";
  readonly bytes: Buffer;
  /** The whole value. A long body is parsed when this is first read. */
  readonly value: JsonObject;
  /** The value, but that long strings of the content may end early: it has all other members, and costs nothing. */
  readonly outline: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly members: ReadonlyMap<string, MemberRange>;
  /** The position of the closing brace. */
  readonly closing: number;
}

const MAX_MODEL_LENGTH = 1024;
/** Bytes. The value of a shorter body is built at once. */
const LEAST_OUTLINED = 8 * 1024;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** What a path says of a call, so that its body need not: Google's. */
export interface CallOfPath {
  readonly model: string;
  readonly isStreamed: boolean;
}

/**
 * Reads a body whose path names the model and says whether the answer is streamed. Both are written into the body,
 * where everything else reads them. @throws GatewayError as `readModelBody`, and invalid_request if the body says
 * otherwise
 */
export function readBodyOfPath(bytes: Buffer, { model, isStreamed }: CallOfPath, maxDepth = Infinity): ModelBody {
  const { model: named, stream } = parseObject(bytes);
  if (stream !== undefined) throw invalid("stream", '"stream" must not be in the body: the path says it.');
  if (named !== undefined && named !== model && named !== `models/${model}`)
    throw invalid("model", '"model" must be the model of the path, or be left out.');
  const withModel = named === undefined ? withFirstMember(bytes, "model", checkModelName(model)) : bytes;
  const whole = isStreamed ? withFirstMember(withModel, "stream", true) : withModel;
  return readModelBody(whole, { modelOfPath: model }, maxDepth);
}

/** What names the model beside the body. */
export interface NamedElsewhere {
  /** The route's, for a body that names none. */
  readonly defaultModel?: string | undefined;
  /** The path's, which counts whatever the body says. */
  readonly modelOfPath?: string | undefined;
}

/**
 * Reads a body that must be a JSON object with a `model`. A model that is named elsewhere is written into the body: the
 * upstream must not choose a model that nobody has decided about. `maxDepth`: the levels that the value may have.
 * @throws GatewayError invalid_json, or invalid_request with the member at fault
 */
export function readModelBody(bytes: Buffer, named: NamedElsewhere = {}, maxDepth = Infinity): ModelBody {
  const { modelOfPath, defaultModel } = named;
  const parsed = parseCallBody(bytes);
  const { outline } = parsed;
  const given = modelOfPath ?? defaultModel;
  if (given !== undefined && outline["model"] === undefined)
    return readModelBody(withFirstMember(bytes, "model", checkModelName(given)), {}, maxDepth);
  const { members, duplicates, closing, depth } = parsed.scanned ?? scanMembers(bytes);
  if (depth > maxDepth) throw tooDeep(maxDepth);
  const twice = duplicates[0];
  if (twice !== undefined) throw occursTwice(twice);
  refuseLookalikes({ bytes, value: outline }, members);
  const { stream } = outline;
  const model = checkModelName(modelOfPath ?? outline["model"]);
  if (stream !== undefined && stream !== null && typeof stream !== "boolean")
    throw invalid("stream", '"stream" must be true or false.');
  const body = new ReadBody(bytes, parsed, model, stream === true, members, closing);
  return outline["model"] === model ? body : readModelBody(withMembers(body, { model }), {}, maxDepth);
}

/** A class, because the engine makes the getter of an object literal for each object, which takes 2 µs. */
class ReadBody implements ModelBody {
  readonly kind = "json";
  readonly outline: JsonObject;
  #value: JsonObject | undefined;

  constructor(
    readonly bytes: Buffer,
    { outline, value }: ParsedBody,
    readonly model: string,
    readonly stream: boolean,
    readonly members: ReadonlyMap<string, MemberRange>,
    readonly closing: number,
  ) {
    this.outline = outline;
    this.#value = value;
  }

  get value(): JsonObject {
    return (this.#value ??= parseObject(this.bytes));
  }
}

interface ParsedBody {
  readonly outline: JsonObject;
  /** Undefined: it has not been built yet, and can be. */
  readonly value: JsonObject | undefined;
  readonly scanned: ReturnType<typeof scanMembers> | undefined;
}

/** @throws GatewayError invalid_json */
function parseCallBody(bytes: Buffer): ParsedBody {
  const scanned = bytes.length < LEAST_OUTLINED ? undefined : scanUnparsed(bytes);
  const outline = scanned && outlineOf(bytes, contentOf(scanned.members));
  if (outline && isObject(outline.value))
    return { outline: outline.value, value: outline.isWhole ? outline.value : undefined, scanned };
  // Short, or not valid: then the parser says where the fault is.
  const value = parseObject(bytes);
  return { outline: value, value, scanned: undefined };
}

/** The members with what a model reads. Nearly all bytes of a long body are in their strings. */
const CONTENT: ReadonlySet<string> = new Set(["messages", "input", "contents", "prompt", "system"]);

function contentOf(members: ReadonlyMap<string, MemberRange>): MemberRange[] {
  const content: MemberRange[] = [];
  for (const [name, range] of members) if (CONTENT.has(name)) content.push(range);
  return content;
}

/** Undefined: the bytes are not valid JSON, or have a member twice. */
function scanUnparsed(bytes: Buffer): ReturnType<typeof scanMembers> | undefined {
  try {
    const scanned = scanMembers(bytes);
    return scanned.duplicates.length > 0 ? undefined : scanned;
  } catch {
    return undefined;
  }
}

/** @throws GatewayError invalid_request for a value that cannot be the name of a model */
export function checkModelName(model: unknown): string {
  if (typeof model !== "string" || model === "")
    throw invalid("model", '"model" must be the name of a model, as a string.');
  if (model.length > MAX_MODEL_LENGTH)
    throw invalid("model", `"model" must be at most ${MAX_MODEL_LENGTH} characters long.`);
  return model;
}

/** Sets some members of a body. All other bytes stay as they came. */
export function withMembers(body: ModelBody, replacements: Readonly<Record<string, unknown>>): Buffer {
  return piecesWith(body, replacements).whole();
}

/** The same, in pieces. */
export function piecesWith(body: ModelBody, replacements: Readonly<Record<string, unknown>>): Pieces {
  const edits = Object.entries(replacements)
    .map(([name, value]) => ({ name, json: JSON.stringify(value), range: body.members.get(name) }))
    .sort((a, b) => (a.range?.start ?? body.closing) - (b.range?.start ?? body.closing));
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { name, json, range } of edits) {
    const start = range?.start ?? body.closing;
    pieces.push(body.bytes.subarray(from, start));
    pieces.push(Buffer.from(range ? json : `,${JSON.stringify(name)}:${json}`));
    from = range?.end ?? body.closing;
  }
  pieces.push(body.bytes.subarray(from));
  return new Pieces(pieces);
}

/** Adds a member to the bytes of a JSON object. All other bytes stay as they came. */
function withFirstMember(bytes: Buffer, name: string, value: string | boolean): Buffer {
  const opening = bytes.indexOf(0x7b) + 1;
  const { members } = scanMembers(bytes);
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}${members.size > 0 ? "," : ""}`;
  return Buffer.concat([bytes.subarray(0, opening), Buffer.from(member), bytes.subarray(opening)]);
}

/** Parsers disagree about which one of two members of the same name counts. */
export function occursTwice(name: string): GatewayError {
  return invalid(name, `"${name.slice(0, 60)}" occurs in the body more than once.`);
}

/** @throws GatewayError invalid_json that says where the fault is */
export function parseObject(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) throw new GatewayError("invalid_json", "The body is not UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    if (bytes.indexOf(BYTE_ORDER_MARK) === 0)
      throw new GatewayError("invalid_json", "The body begins with a byte order mark: send it as UTF-8 without one.");
    throw new GatewayError("invalid_json", `The body is not valid JSON${position(error)}.`);
  }
  if (!isObject(value)) throw new GatewayError("invalid_json", "The body must be a JSON object.");
  return value;
}

/** Where the parser stopped. The rest of its message repeats the body and must not be passed on. */
function position(error: unknown): string {
  const at = error instanceof SyntaxError ? /at position \d+/.exec(error.message)?.[0] : undefined;
  return at ? `: a fault ${at}` : "";
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param: param.slice(0, 60) });
}
