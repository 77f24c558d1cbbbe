import { GatewayError } from "@/lib/errors";
import { refuseLookalike } from "@/lib/providers/decided-members";
import { checkModelName } from "@/lib/providers/model-body";
import { WAV_HEADER_BYTES, wavBytesPerSecond } from "@/lib/providers/wav-header";
import type { FormPart, HeldPart, ModelForm } from "@/lib/providers/model-form";
import type { ApiRequest } from "@/lib/doors/contract";
import type { HeldBody } from "./body-memory";
import { FormReader } from "./form-reader";

/** A form up to this many bytes is read whole, so that it can be sent with its length, and sent again. */
const HELD_BYTES = 1024 * 1024;

/** The room that what is read of a form takes. */
type FormMemory = Pick<HeldBody, "grow">;

/** The decision is made by these fields, so they must come before a file that is not held. */
const DECIDED: ReadonlySet<string> = new Set(["model", "user"]);
/** These decide how the call is limited and answered, so each may come only once. Clients send `stream` last. */
const ONCE: ReadonlySet<string> = new Set([...DECIDED, "stream", "n"]);

/**
 * Reads a large multipart form up to its first file, if its `model` comes before that. Any other form is read whole, up
 * to `limit` bytes. The form that goes upstream is written again from what was read here, so nothing else can reach an
 * upstream. `newId` makes a random UUID, for the boundary of the form that is written. `room`: for what is held of it;
 * `isHeld`: the whole form, whatever its size.
 * @throws GatewayError unsupported_media_type, invalid_request naming the field, payload_too_large, overloaded
 */
export async function readModelForm(
  request: ApiRequest,
  limit: number,
  newId: () => string,
  room?: FormMemory,
  isHeld = false,
): Promise<ModelForm> {
  const type = request.headers["content-type"];
  if (typeof type !== "string" || !/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new GatewayError(
      "unsupported_media_type",
      "This route takes a form: the content type must be multipart/form-data.",
    );
  }
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  const reader = new FormReader(type, request.readStream(limit));
  try {
    return await readParts(reader, new FormFields(newId), isHeld || length <= HELD_BYTES, room);
  } catch (error) {
    reader.close();
    throw error;
  }
}

async function readParts(
  reader: FormReader,
  fields: FormFields,
  isSmall: boolean,
  room: FormMemory | undefined,
): Promise<ModelForm> {
  const held: HeldPart[] = [];
  let bytesPerSecond: number | undefined;
  for (let part = await reader.next(); part; part = await reader.next()) {
    fields.add(part);
    if (part.kind === "field") {
      room?.grow(part.value.length);
      held.push(part);
      continue;
    }
    const { head, content } = await openFile(part.content);
    bytesPerSecond ??= wavBytesPerSecond(head);
    if (!isSmall && fields.has("model"))
      return fields.form(undefined, bytesPerSecond, () => restOf(reader, held, { ...part, content }, fields));
    held.push({ ...part, content: await collect(content, room) });
  }
  if (!held.some(({ kind }) => kind === "file"))
    throw new GatewayError("invalid_request", '"file" is required: the form has no file.', { param: "file" });
  return fields.form(held, bytesPerSecond, () => walk(held));
}

/** The fields of the part of a form that has been read. */
class FormFields {
  readonly #newId: () => string;
  readonly #value: Record<string, unknown> = {};
  readonly #seen = new Set<string>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** @throws GatewayError invalid_request for a decisive field that comes twice, is a file or is spelled another way */
  add(part: FormPart): void {
    refuseLookalike(part.name);
    const isFirst = !this.#seen.has(part.name);
    this.#seen.add(part.name);
    if (part.kind === "field" && isFirst) this.#value[part.name] = part.value;
    if (!ONCE.has(part.name)) return;
    if (!isFirst)
      throw new GatewayError("invalid_request", `"${part.name}" comes more than once in the form.`, {
        param: part.name,
      });
    if (part.kind === "file")
      throw new GatewayError("invalid_request", `"${part.name}" must be a field, not a file.`, { param: part.name });
    if (part.name === "model") checkModelName(part.value);
  }

  /** @throws GatewayError invalid_request for a field that comes too late for the decision */
  addLate(part: FormPart): void {
    if (DECIDED.has(part.name) && !this.#seen.has(part.name)) {
      throw new GatewayError("invalid_request", `"${part.name}" must come before the file.`, { param: part.name });
    }
    this.add(part);
  }

  has(name: string): boolean {
    return this.#seen.has(name);
  }

  form(
    held: readonly HeldPart[] | undefined,
    bytesPerSecond: number | undefined,
    walkParts: () => AsyncIterable<FormPart>,
  ): ModelForm {
    const value = this.#value;
    let isBegun = false;
    const parts: AsyncIterable<FormPart> = {
      [Symbol.asyncIterator]() {
        isBegun = true;
        return walkParts()[Symbol.asyncIterator]();
      },
    };
    return {
      kind: "form",
      model: checkModelName(value["model"]),
      stream: value["stream"] === "true",
      value,
      outline: value,
      bytesPerSecond,
      held,
      parts,
      isBegun: () => isBegun,
      // Random, so that no part of the form can contain it.
      boundary: `gateway-${this.#newId()}`,
    };
  }
}

async function* restOf(
  reader: FormReader,
  before: readonly HeldPart[],
  file: FormPart,
  fields: FormFields,
): AsyncGenerator<FormPart> {
  try {
    yield* before;
    yield file;
    for (let part = await reader.next(); part; part = await reader.next()) {
      fields.addLate(part);
      yield part;
    }
  } finally {
    reader.close();
  }
}

/** Reads the beginning of a file. Returns it, and the whole content, which is still read no faster than it is taken. */
async function openFile(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly content: AsyncIterable<Uint8Array> }> {
  const rest = (async function* () {
    yield* content;
  })();
  const begun: Uint8Array[] = [];
  let size = 0;
  while (size < WAV_HEADER_BYTES) {
    const next = await rest.next();
    if (next.done) break;
    begun.push(next.value);
    size += next.value.length;
  }
  const whole = (async function* () {
    yield* begun;
    yield* rest;
  })();
  return { head: Buffer.concat(begun), content: whole };
}

async function* walk(parts: readonly FormPart[]): AsyncGenerator<FormPart> {
  yield* parts;
}

async function collect(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  room: FormMemory | undefined,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) {
    room?.grow(chunk.length);
    chunks.push(chunk);
  }
  return chunks;
}
