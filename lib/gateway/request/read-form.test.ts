import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { isRepeatable } from "@/lib/providers/call-body";
import { formBody, formType, type ModelForm } from "@/lib/providers/model-form";
import { isForm, readForm } from "@/local/upstream/upstream-form";
import type { ApiRequest } from "@/lib/doors/contract";
import { readModelForm } from "./read-form";

const BOUNDARY = "----caller";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (content: string, name = "file"): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n${content}\r\n`;
const end = `--${BOUNDARY}--\r\n`;

interface Sent {
  readonly request: ApiRequest;
  /** How many bytes have been asked for. */
  readonly read: () => number;
}

function send(
  text: string,
  { type = TYPE, step = 7, length }: { type?: string; step?: number; length?: number } = {},
): Sent {
  const bytes = Buffer.from(text, "latin1");
  let read = 0;
  const request: ApiRequest = {
    method: "POST",
    path: "/v1/audio/transcriptions",
    query: "",
    isGone: false,
    onGone() {},
    headers: { "content-type": type, ...(length !== undefined && { "content-length": String(length) }) },
    readBody: () => Promise.reject(new Error("read as a stream")),
    async *readStream(limit) {
      for (let at = 0; at < bytes.length; at += step) {
        const chunk = bytes.subarray(at, at + step);
        read += chunk.length;
        if (read > limit) throw new GatewayError("payload_too_large", "too large");
        yield chunk;
      }
    },
  };
  return { request, read: () => read };
}

async function writtenParts(form: ModelForm, model = "upstream-model") {
  const chunks: Uint8Array[] = [];
  const body = formBody(form, new Map([["model", model]]));
  if (Buffer.isBuffer(body)) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk);
  const seen = await readForm(formType(form), Buffer.concat(chunks));
  return isForm(seen) ? seen.parts : undefined;
}

async function refusal(work: Promise<unknown>): Promise<{ code: string; param: string | undefined } | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof GatewayError) return { code: error.code, param: error.options.param };
      throw error;
    },
  );
}

describe("a form whose model comes before its file", () => {
  const long = "x".repeat(100_000);

  test("a form with its model first is decided on before its file is read, and streams upstream with the upstream's model name", async () => {
    const { request, read } = send(
      field("model", "whisper") + field("user", "u1") + file(long) + field("language", "no") + end,
      { step: 1000 },
    );
    const form = await readModelForm(request, 1e6, randomUUID);
    expect(form).toMatchObject({
      model: "whisper",
      stream: false,
      value: { model: "whisper", user: "u1" },
      held: undefined,
    });
    expect(read()).toBeLessThan(70_000); // what the buffers in between hold
    const parts = await writtenParts(form);
    expect(parts).toMatchObject([
      { name: "model", value: "upstream-model" },
      { name: "user", value: "u1" },
      { name: "file", filename: "a.mp3", type: "audio/mpeg", size: 100_000 },
      { name: "language", value: "no" },
    ]);
  });

  test.each([
    ["a second model after the file", field("model", "b")],
    ["a file called model after the file", file("b", "model")],
    ["a user after the file", field("user", "u2")],
  ])("a form is cut off at %s, before the upstream has all of it", async (_what, late) => {
    const { request } = send(field("model", "a") + file(long) + late + end, { step: 1000 });
    const form = await readModelForm(request, 1e6, randomUUID);
    expect(await refusal(writtenParts(form))).toMatchObject({ code: "invalid_request" });
  });

  test("a form says how many bytes of its recording are one second, if a WAV header says so, and sends it on whole", async () => {
    // 16 bits at 16 kHz, in a header of 44 bytes.
    const header = Buffer.from(
      "524946460000000057415645666d7420100000000100010080" + "3e0000007d0000020010006461746100000000",
      "hex",
    ).toString("latin1");
    for (const [options, before] of [
      [{ step: 7 }, field("model", "a")],
      [{ step: 1000 }, ""],
    ] as const) {
      const text = before + file(header + long) + (before === "" ? field("model", "a") : "") + end;
      const form = await readModelForm(send(text, options).request, 1e6, randomUUID);
      expect(form.bytesPerSecond).toBe(32_000);
      expect(await writtenParts(form)).toContainEqual(expect.objectContaining({ name: "file", size: 100_044 }));
    }
    const other = await readModelForm(send(field("model", "a") + file(long) + end).request, 1e6, randomUUID);
    expect(other.bytesPerSecond).toBeUndefined();
  });

  test("a form may ask for a stream after its file, as the official clients do", async () => {
    const form = await readModelForm(
      send(field("model", "a") + file(long) + field("stream", "true") + end).request,
      1e6,
      randomUUID,
    );
    expect(await writtenParts(form)).toContainEqual({ name: "stream", value: "true" });
  });

  test("a form that is too long is cut off", async () => {
    const form = await readModelForm(
      send(field("model", "a") + file(long) + end, { step: 1000 }).request,
      70_000,
      randomUUID,
    );
    expect(await refusal(writtenParts(form))).toMatchObject({ code: "payload_too_large" });
  });

  test("a form that was left before its end cannot be sent again", async () => {
    const form = await readModelForm(send(field("model", "a") + file(long) + end).request, 1e6, randomUUID);
    expect(isRepeatable(form)).toBe(true);
    for await (const part of form.parts) if (part.kind === "file") break;
    expect(isRepeatable(form)).toBe(false);
  });
});

describe("a form whose file comes first, or that is small", () => {
  test.each([
    ["its file comes first", file("abc") + field("model", "a") + field("stream", "true"), undefined],
    ["it is small", field("model", "a") + file("abc") + field("stream", "true"), 300],
  ])("a form is read completely before the decision: %s", async (_what, text, length) => {
    const form = await readModelForm(send(text + end, length === undefined ? {} : { length }).request, 1e6, randomUUID);
    expect(form).toMatchObject({ model: "a", stream: true });
    expect(form.held).toHaveLength(3);
    expect(await writtenParts(form)).toEqual(await writtenParts(form)); // it can be sent again
    expect(await writtenParts(form)).toContainEqual({ name: "model", value: "upstream-model" });
  });

  test("a form is kept in memory only up to the limit of a body", async () => {
    expect(
      await refusal(readModelForm(send(file("x".repeat(5000)) + field("model", "a") + end).request, 4000, randomUUID)),
    ).toMatchObject({ code: "payload_too_large" });
  });
});

describe("what is not a form, or says two things", () => {
  const model = field("model", "a");
  const cases: [
    what: string,
    text: string,
    options: { type?: string },
    expected: { code: string; param?: string | undefined },
  ][] = [
    ["JSON", "{}", { type: "application/json" }, { code: "unsupported_media_type" }],
    [
      "a content type that only begins like a form's",
      model + file("x") + end,
      { type: `multipart/form-datax; boundary=${BOUNDARY}` },
      { code: "unsupported_media_type" },
    ],
    ["no boundary", model + file("x") + end, { type: "multipart/form-data" }, { code: "invalid_request" }],
    [
      "another boundary",
      model + file("x") + end,
      { type: "multipart/form-data; boundary=other" },
      { code: "invalid_request" },
    ],
    ["no final boundary", model + file("x"), {}, { code: "invalid_request" }],
    ["an end within a file", file("x").slice(0, -1), {}, { code: "invalid_request" }],
    [
      "lines that end with LF alone",
      (model + file("x") + end).replaceAll("\r\n", "\n"),
      {},
      { code: "invalid_request" },
    ],
    ["an empty body", "", {}, { code: "invalid_request" }],
    ["no model", file("x") + end, {}, { code: "invalid_request", param: "model" }],
    ["an empty model", field("model", "") + file("x") + end, {}, { code: "invalid_request", param: "model" }],
    ["two models", model + field("model", "b") + file("x") + end, {}, { code: "invalid_request", param: "model" }],
    ["the same model twice", model + model + file("x") + end, {}, { code: "invalid_request", param: "model" }],
    ["a model that is a file", file("a", "model") + file("x") + end, {}, { code: "invalid_request", param: "model" }],
    [
      "two users",
      model + field("user", "u") + field("user", "v") + file("x") + end,
      {},
      { code: "invalid_request", param: "user" },
    ],
    [
      "two streams",
      model + field("stream", "false") + file("x") + field("stream", "true") + end,
      {},
      { code: "invalid_request", param: "stream" },
    ],
    [
      "a stream twice",
      model + field("stream", "true").repeat(2) + file("x") + end,
      {},
      { code: "invalid_request", param: "stream" },
    ],
    [
      "a model in another case",
      model + field("Model", "b") + file("x") + end,
      {},
      { code: "invalid_request", param: "Model" },
    ],
    [
      "a user in another case after a file",
      model + file("x") + field("USER", "u") + end,
      {},
      { code: "invalid_request", param: "USER" },
    ],
    ["no file", model + end, {}, { code: "invalid_request", param: "file" }],
    [
      "a part without a name",
      model + `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n` + file("x") + end,
      {},
      { code: "invalid_request" },
    ],
    [
      "a field that never ends",
      field("model", "a") + field("prompt", "x".repeat(2_000_000)) + file("x") + end,
      {},
      { code: "invalid_request", param: "prompt" },
    ],
    ["very many fields", model + field("a", "b").repeat(300) + file("x") + end, {}, { code: "invalid_request" }],
  ];
  test.each(cases)("a form is refused: %s", async (_what, text, options, expected) => {
    const work = readModelForm(send(text, { step: 5000, ...options }).request, 1e7, randomUUID).then((form) =>
      writtenParts(form),
    );
    expect(await refusal(work)).toMatchObject(expected);
  });

  test("parts with odd headers reach the upstream exactly as they were read", async () => {
    const odd =
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"; name="model"\r\nX-Odd: 1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\na\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: attachment; name="model"\r\n\r\nevil\r\n` +
      `--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nno disposition\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="nested"\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\nContent-Disposition: form-data; name="model"\r\n\r\nevil\r\n--in--\r\n` +
      file("x");
    const form = await readModelForm(send(odd + end).request, 1e6, randomUUID);
    const parts = await writtenParts(form);
    expect(parts?.filter(({ name }) => name === "model")).toEqual([{ name: "model", value: "upstream-model" }]);
    expect(parts?.map(({ name }) => name)).toEqual(["model", "nested", "file"]);
  });

  test("names of parts cannot break out of their header", async () => {
    const form = await readModelForm(
      send(field("model", "a") + field("x%22; name=%22model", "evil") + file("x") + end, { length: 1 }).request,
      1e6,
      randomUUID,
    );
    const renamed: ModelForm = {
      ...form,
      held: form.held!.map((part) => (part.name === "model" ? part : { ...part, name: 'a"\r\n\r\nb' })),
    };
    expect((await writtenParts(renamed))?.filter(({ name }) => name === "model")).toHaveLength(1);
  });
});

test("fields and files arrive as they were sent, however the form is cut into chunks", async () => {
  const content = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
  const rest = fc.array(
    fc.record({
      name: fc.constantFrom("language", "prompt", "include[]"),
      value: fc.string().map((text) => text.replace(/[^\x20-\x7e]/g, "")),
    }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(
      content,
      rest,
      fc.integer({ min: 1, max: 200 }),
      fc.boolean(),
      async (bytes, fields, step, isModelFirst) => {
        const others = fields.map(({ name, value }) => field(name, value)).join("");
        const text = isModelFirst
          ? field("model", "a") + others + file(bytes)
          : file(bytes) + others + field("model", "a");
        const form = await readModelForm(send(text + end, { step }).request, 1e6, randomUUID);
        const parts = await writtenParts(form, "a");
        const sent = await readForm(TYPE, Buffer.from(text + end, "latin1"));
        expect(parts).toEqual(sent?.parts);
      },
    ),
    { numRuns: 60 },
  );
});
