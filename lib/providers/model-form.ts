/** One parsed part of a multipart form. Nothing else of the form goes upstream. */
export type FormPart =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly filename: string;
      readonly type: string;
      readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
    };

/** A multipart form that names a model. */
export interface ModelForm {
  readonly kind: "form";
  readonly model: string;
  readonly stream: boolean;
  /** The fields read so far, by name. Fields after a file that is still arriving are missing. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The same. */
  readonly outline: Readonly<Record<string, unknown>>;
  /** How many bytes of its first file are one second, if that is a recording whose header says so. */
  readonly bytesPerSecond: number | undefined;
  /** The whole form in order, once it has been read to its end; then it can be sent more than once. */
  readonly held: readonly HeldPart[] | undefined;
  /** The parts in order, with a file's content as it arrives. They can be iterated once, unless the form is held. */
  readonly parts: AsyncIterable<FormPart>;
  /** Whether the iteration of the parts has begun. */
  isBegun(): boolean;
  /** The boundary of the form that goes upstream. Unguessable, so that no file can contain it. */
  readonly boundary: string;
}

/** A part whose content has arrived completely. */
export type HeldPart =
  | Exclude<FormPart, { readonly kind: "file" }>
  | (Extract<FormPart, { readonly kind: "file" }> & { readonly content: readonly Uint8Array[] });

const LINE_END = Buffer.from("\r\n");

/** The form as it goes upstream, with some fields replaced and others left out; as bytes if it is held. */
export function formBody(
  form: ModelForm,
  replacements: ReadonlyMap<string, string>,
  barred: ReadonlySet<string> = new Set(),
): Buffer | AsyncIterable<Uint8Array> {
  if (!form.held) return writeForm(form, replacements, barred);
  const kept = form.held.filter(({ kind, name }) => kind === "file" || !barred.has(name));
  const pieces: Uint8Array[] = kept.flatMap((part) => [
    partHead(form.boundary, part),
    ...(part.kind === "file" ? part.content : [Buffer.from(replacements.get(part.name) ?? part.value)]),
    LINE_END,
  ]);
  return Buffer.concat([...pieces, formEnd(form.boundary)]);
}

async function* writeForm(
  { parts, boundary }: ModelForm,
  replacements: ReadonlyMap<string, string>,
  barred: ReadonlySet<string>,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part.kind === "field" && barred.has(part.name)) continue;
    yield partHead(boundary, part);
    if (part.kind === "file") yield* part.content;
    else yield Buffer.from(replacements.get(part.name) ?? part.value);
    yield LINE_END;
  }
  yield formEnd(boundary);
}

/** The content type that names the form's boundary. */
export function formType({ boundary }: ModelForm): string {
  return `multipart/form-data; boundary=${boundary}`;
}

function partHead(boundary: string, part: FormPart): Buffer {
  const name = `Content-Disposition: form-data; name="${escapeName(part.name)}"`;
  const head =
    part.kind === "field"
      ? name
      : `${name}; filename="${escapeName(part.filename)}"\r\nContent-Type: ${headerValue(part.type)}`;
  return Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`);
}

function formEnd(boundary: string): Buffer {
  return Buffer.from(`--${boundary}--\r\n`);
}

/** Escapes what would end a name or its line (WHATWG HTML, multipart/form-data encoding). */
function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function headerValue(type: string): string {
  return /^[\x20-\x7e]{1,200}$/.test(type) ? type : "application/octet-stream";
}
