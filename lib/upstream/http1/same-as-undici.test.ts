import fc from "fast-check";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { buildConnector, Pool, type Dispatcher } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerHandler } from "./connection";
import { CallLine, type Line } from "./line";

/** The pieces of what the upstream writes to the next connection before it closes it. */
let pieces: readonly Buffer[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const write = (at: number): void => {
        const piece = pieces[at];
        if (!piece) return void socket.end();
        socket.write(piece, () => setImmediate(write, at + 1));
      };
      write(0);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

type Outcome = { status: number; headers: object; body: string } | "fault";

function outcomeOn(line: Line | Pick<Dispatcher, "dispatch">): Promise<Outcome> {
  return new Promise((resolve) => {
    let [status, body] = [0, ""];
    let headers = {};
    const handler: AnswerHandler = {
      onRequestStart() {},
      onResponseStart(_control, code, found) {
        if (code >= 200) [status, headers] = [code, withoutBlanks(found)];
      },
      onResponseData: (_control, bytes) => void (body += bytes.toString("latin1")),
      onResponseEnd: () => resolve({ status, headers, body }),
      onResponseError: () => resolve("fault"),
    };
    const request = { method: "GET", path: "/", headers: {}, headersTimeout: 10_000, bodyTimeout: 10_000 } as const;
    line.dispatch(request, handler);
  });
}

/** undici leaves tabs at the end of a value, which do not belong to it (RFC 9110 §5.5). */
function withoutBlanks(headers: Readonly<Record<string, string | string[] | undefined>>): object {
  const values = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().map((one) => one.trim())]);
  return Object.fromEntries(values);
}

async function outcomes(): Promise<{ ours: Outcome; theirs: Outcome }> {
  const pool = new Pool(origin);
  const line = new CallLine(origin, buildConnector({}), pool);
  try {
    return { ours: await outcomeOn(line), theirs: await outcomeOn(pool) };
  } finally {
    line.close();
    await pool.destroy();
  }
}

/** Cuts text into pieces at some places. */
const cut = (text: string, places: readonly number[]): Buffer[] => {
  const bytes = Buffer.from(text, "latin1");
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return at.slice(1).flatMap((end, index) => (end > (at[index] ?? 0) ? [bytes.subarray(at[index], end)] : []));
};

const text = (alphabet: string, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((characters) => characters.join(""));
const header = fc
  .tuple(fc.constantFrom("X-A", "x-b", "Content-Type", "Date", "set-cookie"), text('ab 1;,="\t\xe9', 12))
  .map(([name, value]) => `${name}: ${value.trim()}\r\n`);
const body = text("ab\r\n0;:{}\xff", 60);
const framed = fc.oneof(
  body.map((all) => `content-length: ${all.length}\r\n\r\n${all}`),
  fc
    .array(
      body.filter((one) => one !== ""),
      { maxLength: 4 },
    )
    .map((chunks) => {
      const sizes = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      return `transfer-encoding: chunked\r\n\r\n${sizes.join("")}0\r\n\r\n`;
    }),
  body.map((all) => `\r\n${all}`),
);
const interim = fc.constantFrom("", "", "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n");
const valid = fc
  .tuple(
    interim,
    fc.constantFrom("200 OK", "201 ", "404 Not Found", "529 x"),
    fc.array(header, { maxLength: 4 }),
    framed,
  )
  .map(([before, status, headers, rest]) => `${before}HTTP/1.1 ${status}\r\n${headers.join("")}${rest}`);
const places = fc.array(fc.nat(), { maxLength: 4 });

test("every valid answer is read as undici reads it, however it is cut", async () => {
  await fc.assert(
    fc.asyncProperty(valid, places, async (answer, cuts) => {
      pieces = cut(answer, cuts);
      const { ours, theirs } = await outcomes();
      expect(ours).not.toBe("fault");
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 200 },
  );
});

/** A valid answer in which some bytes were lost, added or changed. */
const broken = fc
  .tuple(
    valid,
    fc.array(fc.tuple(fc.nat(), text("\r\n\0 :;,0fgT\xff", 2), fc.nat({ max: 2 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([answer, edits]) =>
    edits.reduce((before, [place, added, lost]) => {
      const at = place % (before.length + 1);
      return before.slice(0, at) + added + before.slice(at + lost);
    }, answer),
  );

test("no broken answer is read that undici refuses, or read in another way", async () => {
  await fc.assert(
    fc.asyncProperty(broken, places, async (answer, cuts) => {
      pieces = cut(answer, cuts);
      const { ours, theirs } = await outcomes();
      if (ours !== "fault") expect(ours).toEqual(theirs);
    }),
    { numRuns: 200 },
  );
});
