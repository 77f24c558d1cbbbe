import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { COMPLETION, head, useRawUpstream, type UpstreamScript, whole } from "@/testing/gateway/raw-upstream";

const fixture = useRawUpstream();
const { call, rowOf } = fixture;
const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024), { level: 1 });

describe("faults of an upstream", () => {
  const refused: [what: string, script: UpstreamScript, status: number, code: string][] = [
    ["closes the connection without an answer", (socket) => void socket.end(), 502, "upstream_unreachable"],
    ["resets the connection", (socket) => void socket.resetAndDestroy(), 502, "upstream_unreachable"],
    [
      "closes the connection within the head",
      (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-ty"),
      502,
      "upstream_unreachable",
    ],
    [
      "sends 100 Continue to a call that did not expect it",
      (socket) => void socket.write(`HTTP/1.1 100 Continue\r\n\r\n${whole(COMPLETION).toString()}`),
      502,
      "upstream_unreachable",
    ],
    [
      "does not speak HTTP",
      (socket) => void socket.end("220 mail.example ESMTP\r\n"),
      502,
      "upstream_invalid_response",
    ],
    [
      "sends headers beyond any bound",
      (socket) => void socket.end(head("application/json", `x: ${"y".repeat(64 * 1024)}\r\n\r\n`)),
      502,
      "upstream_invalid_response",
    ],
    [
      "closes the connection within the body",
      (socket) => void socket.end(`${head("application/json")}content-length: 500\r\n\r\n{"id":`),
      502,
      "upstream_unreachable",
    ],
    [
      "sends half of an object with a matching length",
      (socket) => void socket.end(whole(COMPLETION.slice(0, 40))),
      502,
      "upstream_invalid_response",
    ],
    [
      "answers with a status that does not exist",
      (socket) => void socket.end("HTTP/1.1 999 Request denied\r\ncontent-length: 2\r\n\r\n{}"),
      502,
      "upstream_invalid_response",
    ],
    ["sends a list", (socket) => void socket.end(whole("[]")), 502, "upstream_invalid_response"],
    ["sends an empty body", (socket) => void socket.end(whole("")), 502, "upstream_invalid_response"],
    ["sends an HTML page", (socket) => void socket.end(whole("<html>", "text/html")), 502, "upstream_invalid_response"],
    [
      "redirects the call",
      (socket) => void socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"),
      502,
      "upstream_invalid_response",
    ],
    [
      "answers with no content",
      (socket) => void socket.end("HTTP/1.1 204 No Content\r\n\r\n"),
      502,
      "upstream_invalid_response",
    ],
    [
      "uses an unknown compression",
      (socket) => void socket.end(whole("x", "application/json", "content-encoding: rot13\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "claims a compression that it does not use",
      (socket) => void socket.end(whole(COMPLETION, "application/json", "content-encoding: gzip\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "cuts a compressed answer short",
      (socket) =>
        void socket.end(whole(gzipSync(COMPLETION).subarray(0, 30), "application/json", "content-encoding: gzip\r\n")),
      502,
      "upstream_invalid_response",
    ],
    [
      "sends a compression bomb",
      (socket) => void socket.end(whole(bomb, "application/json", "content-encoding: gzip\r\n")),
      502,
      "upstream_invalid_response",
    ],
  ];
  test.each(refused)(
    "a call fails with an upstream error when its upstream %s",
    async (_what, misbehave, status, code) => {
      fixture.script = misbehave;
      const response = await call();
      expect([response.status, await response.json()]).toMatchObject([
        status,
        { error: { code, type: "upstream_error" } },
      ]);
      expect(await rowOf(response)).toMatchObject({ status: "error" });
    },
  );

  test("an upstream that redirects is told as one, without where to, which only the log has", async () => {
    fixture.script = (socket) =>
      void socket.end("HTTP/1.1 301 Moved\r\nlocation: https://inner.example/v1?key=s\r\ncontent-length: 0\r\n\r\n");
    const text = await (await call()).text();
    expect(text).toContain("The upstream redirects calls (301), which the gateway does not follow");
    expect(text).not.toContain("inner.example");
  });

  const passed: [what: string, answer: () => Buffer | string][] = [
    ["sends early hints first", () => `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${whole(COMPLETION).toString()}`],
    ["names no content type", () => `HTTP/1.1 200 OK\r\ncontent-length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`],
    ["puts a byte order mark before it", () => whole(`\ufeff${COMPLETION}`)],
    [
      "compresses with gzip without being asked",
      () => whole(gzipSync(COMPLETION), "application/json", "content-encoding: gzip\r\n"),
    ],
    [
      "compresses with deflate",
      () => whole(deflateSync(COMPLETION), "application/json", "content-encoding: deflate\r\n"),
    ],
    [
      "compresses with brotli",
      () => whole(brotliCompressSync(COMPLETION), "application/json", "content-encoding: br\r\n"),
    ],
  ];
  test.each(passed)("an answer is passed on uncompressed and as JSON when its upstream %s", async (_what, answer) => {
    fixture.script = (socket) => void socket.write(answer());
    const response = await call();
    expect([response.status, response.headers.get("content-encoding"), response.headers.get("content-type")]).toEqual([
      200,
      null,
      "application/json",
    ]);
    expect(await response.text()).toBe(COMPLETION);
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });

  test("an error that its upstream sends with 200 is an error with the status that it names, and costs nothing", async () => {
    const error = '{"error":{"message":"The account has too many calls.","code":400}}';
    fixture.script = (socket) => void socket.write(whole(error));
    const response = await call();
    expect([response.status, await response.text()]).toEqual([400, error]);
    expect(await rowOf(response)).toMatchObject({ status: "error", http_status: 400, completion_tokens: 0 });
  });

  test("an error that its upstream sends with 200 is tried again like any other", async () => {
    let calls = 0;
    const error = '{"error":{"message":"Overloaded.","code":529}}';
    fixture.script = (socket) => void socket.write(whole(++calls === 1 ? error : COMPLETION));
    const response = await call();
    expect([response.status, await response.text(), response.headers.get("x-gateway-attempts")]).toEqual([
      200,
      COMPLETION,
      "2",
    ]);
  });

  test("an answer of speech that its upstream cuts short is cut short for the caller too, so that it cannot pass as whole", async () => {
    fixture.script = (socket) => void socket.end(`${head("audio/mpeg")}content-length: 500\r\n\r\nsound`);
    const response = await call({ path: "/v1/audio/speech" });
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await rowOf(response)).toMatchObject({ status: "error" });
  });

  test("no call fails when the upstream closes an idle connection just as it is used again", async () => {
    fixture.script = (socket, _request, nth) => void (nth === 1 ? socket.write(whole(COMPLETION)) : socket.end());
    const first = await call();
    await first.text();
    const second = await call();
    expect([second.status, await second.text()]).toEqual([200, COMPLETION]);
    expect(second.headers.get("x-gateway-attempts")).toBe("1");
    expect(fixture.connections).toBe(2);
  });
});
