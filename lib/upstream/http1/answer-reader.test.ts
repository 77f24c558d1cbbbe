import { describe, expect, test } from "vitest";
import { AnswerReader } from "./answer-reader";

interface Read {
  readonly heads: [status: number, headers: object][];
  readonly body: string;
  readonly isOver: boolean;
  readonly keptMs: number;
}

/** Reads an answer in pieces of a size. @throws as the reader */
function read(answer: string, size = answer.length, ends = false): Read {
  const heads: [number, object][] = [];
  let body = "";
  const reader = new AnswerReader({
    readHead: ({ status, headers }) => void heads.push([status, { ...headers }]),
    readData: (bytes) => void (body += bytes.toString("latin1")),
  });
  reader.begin();
  const bytes = Buffer.from(answer, "latin1");
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  if (ends) reader.close();
  return { heads, body, isOver: reader.isOver, keptMs: reader.keptMs };
}

function failureOf(answer: string, size?: number): string {
  try {
    read(answer, size);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const OK = "HTTP/1.1 200 OK\r\n";

const answers: [what: string, answer: string, expected: Partial<Read>][] = [
  ["with a length", `${OK}Content-Length: 5\r\n\r\nhello`, { body: "hello", keptMs: 30_000 }],
  ["without a body", `${OK}content-length: 0\r\n\r\n`, { body: "", keptMs: 30_000 }],
  ["without a reason", "HTTP/1.1 204\r\n\r\n", { heads: [[204, {}]], body: "" }],
  ["that has no body whatever its length", "HTTP/1.1 304 x\r\nContent-Length: 9\r\n\r\n", { body: "" }],
  [
    "in chunks",
    `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n`,
    { body: "abc0123456789" },
  ],
  [
    "with extensions and trailers",
    `${OK}transfer-encoding: Chunked\r\n\r\n2;a="b; c";d\r\nhi\r\n0;z\r\nx-sum: 1\r\ny: 2\r\n\r\n`,
    { body: "hi", keptMs: 30_000 },
  ],
  [
    "behind interim ones",
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\n${OK}content-length: 1\r\n\r\n!`,
    {
      heads: [
        [102, {}],
        [103, { link: "x" }],
        [200, { "content-length": "1" }],
      ],
      body: "!",
    },
  ],
  [
    "with repeated headers, in their order",
    `${OK}a: 1\r\nA:\t2 \r\na:3\r\nb:\r\ncontent-length: 0\r\n\r\n`,
    { heads: [[200, { a: ["1", "2", "3"], b: "", "content-length": "0" }]] },
  ],
  [
    "whose headers have names of an object's own",
    `${OK}constructor: c\r\n__proto__: p\r\ncontent-length: 0\r\n\r\n`,
    { heads: [[200, { constructor: "c", "content-length": "0" }]] },
  ],
  ["that says close", `${OK}connection: Keep-Alive, Close\r\ncontent-length: 0\r\n\r\n`, { keptMs: 0 }],
  ["of HTTP/1.0", "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n", { keptMs: 0 }],
  ["that keeps 5 s", `${OK}keep-alive: timeout=5\r\ncontent-length: 0\r\n\r\n`, { keptMs: 3_000 }],
  ["that keeps 1 s", `${OK}keep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n`, { keptMs: 0 }],
  ["that keeps a day", `${OK}keep-alive: max=1, timeout=86400\r\ncontent-length: 0\r\n\r\n`, { keptMs: 600_000 }],
  ["with bytes behind it", `${OK}content-length: 1\r\n\r\n1HTTP/1.1 200 OK\r\n\r\n`, { body: "1", keptMs: 0 }],
];

describe("an answer", () => {
  test.each(answers)("%s is read, in whatever pieces it comes", (_what, answer, expected) => {
    const whole = read(answer);
    expect(whole).toMatchObject({ ...expected, isOver: true });
    for (const size of [1, 2, 3, 7]) expect(read(answer, size)).toEqual(whole);
  });

  test("without a length ends with its connection, and is not complete before", () => {
    const answer = `${OK}content-type: a\r\n\r\nhello`;
    expect(read(answer)).toMatchObject({ body: "hello", isOver: false });
    expect(read(answer, 1, true)).toMatchObject({ body: "hello", isOver: true, keptMs: 0 });
  });

  test.each([
    `${OK}content-length: 5\r\n\r\nhell`,
    `${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`,
    "HTTP/1.1 2",
  ])("is not complete when the connection ends too early: %j", (answer) => {
    expect(read(answer, 1, true).isOver).toBe(false);
  });
});

describe("a fault", () => {
  test.each([
    ["another protocol", "HTTP/2 200 OK\r\n\r\n", "the status line is not valid"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", "the status line is not valid"],
    ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", "the status line is not valid"],
    ["a line feed alone in the status line", "HTTP/1.1 200 OK\na: b\r\n\r\n", "the status line is not valid"],
    ["a carriage return alone", `${OK}a: b\rc: d\r\n\r\n`, "a header is not valid"],
    ["a line feed alone", `${OK}a: b\nc: d\r\n\r\n`, "a header is not valid"],
    ["a line feed alone before a name", `${OK}a: \nb: c\r\n\r\n`, "a header is not valid"],
    ["NUL in a value", `${OK}a: b\0\r\n\r\n`, "a header is not valid"],
    ["a folded line", `${OK}a: b\r\n c\r\n\r\n`, "a header is not valid"],
    ["a space before the colon", `${OK}a : b\r\n\r\n`, "a header is not valid"],
    ["no colon", `${OK}a\r\n\r\n`, "a header is not valid"],
    ["no name", `${OK}: a\r\n\r\n`, "a header is not valid"],
    ["two lengths", `${OK}content-length: 1\r\ncontent-length: 1\r\n\r\n`, "the content length is not valid"],
    ["a list of lengths", `${OK}content-length: 1, 1\r\n\r\n`, "the content length is not valid"],
    ["a signed length", `${OK}content-length: +1\r\n\r\n`, "the content length is not valid"],
    ["an endless length", `${OK}content-length: 9999999999999999\r\n\r\n`, "the content length is not valid"],
    [
      "a length and chunks",
      `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      "the transfer encoding is not valid",
    ],
    ["another encoding", `${OK}transfer-encoding: gzip, chunked\r\n\r\n`, "the transfer encoding is not valid"],
    [
      "chunks twice",
      `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`,
      "the transfer encoding is not valid",
    ],
    ["another protocol that waits", "SSH-2.0-x", "the status line is not valid"],
    ["a change of the protocol", "HTTP/1.1 101 Switching\r\n\r\n", "nobody has asked for an answer with 101"],
    ["an invitation", "HTTP/1.1 100 Continue\r\n\r\n", "nobody has asked for an answer with 100"],
    ["a chunk without a size", `${OK}transfer-encoding: chunked\r\n\r\n\r\n`, "the size of a chunk is not valid"],
    ["a signed size", `${OK}transfer-encoding: chunked\r\n\r\n-1\r\n`, "the size of a chunk is not valid"],
    ["a size with a space", `${OK}transfer-encoding: chunked\r\n\r\n1 \r\n`, "the size of a chunk is not valid"],
    [
      "an endless size",
      `${OK}transfer-encoding: chunked\r\n\r\n${"f".repeat(14)}\r\n`,
      "the size of a chunk is not valid",
    ],
    [
      "a size that ends in a line feed",
      `${OK}transfer-encoding: chunked\r\n\r\n1\na`,
      "the size of a chunk is not valid",
    ],
    ["a chunk that is too long", `${OK}transfer-encoding: chunked\r\n\r\n1\r\nab`, "a line break is missing"],
    [
      "a control character aside",
      `${OK}transfer-encoding: chunked\r\n\r\n1;\0\r\na`,
      "a chunk's extension is not valid",
    ],
    ["an empty extension", `${OK}transfer-encoding: chunked\r\n\r\n1;\r\na`, "a chunk's extension is not valid"],
    ["a space before it", `${OK}transfer-encoding: chunked\r\n\r\n1; b\r\na`, "a chunk's extension is not valid"],
    ["an empty one at the end", `${OK}transfer-encoding: chunked\r\n\r\n1;b;\r\na`, "a chunk's extension is not valid"],
    ...["aaa\r\n", ": b\r\n", "a : b\r\n", " a: b\r\n", "a: b\r\n c\r\n"].map((lines): [string, string, string] => [
      `a trailer that is not a header: ${JSON.stringify(lines)}`,
      `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${lines}\r\n`,
      "a trailer is not valid",
    ]),
    [
      "endless extensions",
      `${OK}transfer-encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}`,
      "the extensions of the chunks are too long",
    ],
    [
      "endless trailers",
      `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${"a: b\r\n".repeat(6_000)}`,
      "the extensions of the chunks are too long",
    ],
    ["an endless head", `${OK}a: ${"b".repeat(20_000)}`, "the head is too long"],
    ["a long head", `${OK}a: ${"b".repeat(20_000)}\r\n\r\n`, "the head is too long"],
  ])("is %s, in whatever pieces it comes", (_what, answer, message) => {
    expect(failureOf(answer)).toBe(message);
    for (const size of [1, 3, 1_000]) expect(failureOf(answer, size)).toBe(message);
  });
});
