import { quote } from "@/lib/quote";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { GatewayError } from "@/lib/errors";
import type { FormPart } from "@/lib/providers/model-form";

/** More than any call of a model needs; each part costs memory. */
const LIMITS = {
  fieldNameSize: 200,
  fieldSize: 1024 * 1024,
  fields: 200,
  files: 16,
  headerPairs: 20,
  headerSize: 8 * 1024,
} as const;

/** A file while it is being read. */
type FileStream = AsyncIterable<Uint8Array> & { destroy(error?: Error): void };

/**
 * Reads a multipart form part by part, no faster than its files are consumed: a file must be read to its end before the
 * next part comes. Anything that is not a part of a form (RFC 7578) is left out or refused.
 */
export class FormReader {
  readonly #busboy: BusboyInstance;
  readonly #queue: FormPart[] = [];
  #file: FileStream | undefined;
  #failure: Error | undefined;
  #isEnded = false;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #unblock: (() => void) | undefined;

  /** @throws GatewayError invalid_request when the content type names no usable boundary */
  constructor(contentType: string, source: AsyncIterable<Uint8Array>) {
    this.#busboy = openBusboy(contentType);
    this.#listen(this.#busboy);
    void this.#feed(source);
  }

  /**
   * The next part; undefined at the end.
   * @throws GatewayError invalid_request for a broken form, and whatever the source throws
   */
  async next(): Promise<FormPart | undefined> {
    for (;;) {
      const part = this.#queue.shift();
      if (part) return part;
      if (this.#failure) throw this.#failure;
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Stops reading; the rest of the form is not read. */
  close(): void {
    this.#isClosed = true;
    this.#file?.destroy();
    this.#unblock?.();
    this.#notify();
  }

  #listen(busboy: BusboyInstance): void {
    busboy.on("field", (name: string | undefined, value: string, _nameCut: boolean, isCut: boolean) => {
      if (name === undefined) return this.#fail(invalid("Each part of the form must have a name."));
      if (isCut)
        return this.#fail(invalid(`The field ${quote(name, 60)} is longer than ${LIMITS.fieldSize} bytes.`, name));
      this.#queue.push({ kind: "field", name, value });
      this.#notify();
    });
    busboy.on(
      "file",
      (name: string | undefined, file, filename: string | undefined, _encoding: string, type: string) => {
        file.on("error", () => this.#fail(incomplete()));
        if (name === undefined) return this.#fail(invalid("Each part of the form must have a name."));
        this.#file = file;
        this.#queue.push({ kind: "file", name, filename: filename ?? "file", type, content: this.#contentOf(file) });
        this.#notify();
      },
    );
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      busboy.on(limit, () => this.#fail(invalid("The form has too many parts.")));
    }
    busboy.on("error", () => this.#fail(incomplete()));
    busboy.on("finish", () => {
      this.#isEnded = true;
      this.#notify();
    });
  }

  async *#contentOf(file: FileStream): AsyncGenerator<Uint8Array> {
    try {
      yield* file;
    } catch (error) {
      throw this.#failure ?? error;
    }
  }

  async #feed(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of source) {
        if (this.#isOver) return;
        const isFlowing = this.#busboy.write(chunk);
        if (!isFlowing && !this.#isOver) await this.#drained();
      }
      if (!this.#isOver) this.#busboy.end();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#failure !== undefined;
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#unblock = resolve;
      this.#busboy.once("drain", resolve);
    });
  }

  #fail(error: Error): void {
    if (this.#failure || this.#isEnded) return;
    this.#failure = error;
    this.#queue.length = 0;
    this.#file?.destroy(error);
    this.#unblock?.();
    this.#notify();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

function openBusboy(contentType: string): BusboyInstance {
  try {
    // Like upstreams, tell a file from a field by its file name.
    return new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch (cause) {
    throw new GatewayError("invalid_request", "The content type must be multipart/form-data with a boundary.", {
      cause,
    });
  }
}

function incomplete(): GatewayError {
  return invalid("The body is not a whole multipart form: it must end with its boundary, and its lines with CRLF.");
}

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError("invalid_request", message, param === undefined ? {} : { param: param.slice(0, 60) });
}
