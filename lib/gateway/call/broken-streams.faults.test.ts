import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  COMPLETION,
  delta,
  ENDING,
  events,
  head,
  useRawUpstream,
  type UpstreamScript,
  whole,
} from "@/testing/gateway/raw-upstream";

const fixture = useRawUpstream();
const { call, rowOf } = fixture;

describe("streams of an upstream", () => {
  test("a compressed stream is read and passed on uncompressed", async () => {
    const body = gzipSync(delta("a") + ENDING);
    fixture.script = (socket) =>
      void socket.write(
        Buffer.concat([
          Buffer.from(
            `${head("text/event-stream", "content-encoding: gzip\r\n")}content-length: ${body.length}\r\n\r\n`,
          ),
          body,
        ]),
      );
    const response = await call({ stream: true });
    expect(await response.text()).toContain("[DONE]");
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3, usage_source: "upstream" });
  });

  test("a stream tells nginx to pass it on as it comes, and a whole answer does not", async () => {
    fixture.script = (socket) => void socket.write(`${events(delta("a"), ENDING)}0\r\n\r\n`);
    const stream = await call({ stream: true });
    fixture.script = (socket) => void socket.write(whole(COMPLETION));
    const answer = await call();
    expect([stream, answer].map(({ headers }) => headers.get("x-accel-buffering"))).toEqual(["no", null]);
    await Promise.all([stream.text(), answer.text()]);
  });

  test.each([
    ["names no content type", "HTTP/1.1 200 OK\r\n"],
    ["calls it plain text", head("text/plain; charset=utf-8")],
    ["calls it bytes", head("application/octet-stream")],
  ])("a stream is passed on as one when its upstream %s", async (_what, beginning) => {
    const text = `: a comment\n\n${delta("a")}${ENDING}`;
    fixture.script = (socket) => {
      socket.write(`${beginning}content-length: ${text.length}\r\n\r\n`);
      socket.write(text.slice(0, 1));
      setTimeout(() => socket.write(text.slice(1)), 20);
    };
    const response = await call({ stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toContain("[DONE]");
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3, usage_source: "upstream" });
  });

  test.each<[what: string, body: string, status: number, row: object]>([
    ["a whole answer", COMPLETION, 200, { status: "success", completion_tokens: 3 }],
    ["an error", '{"error":{"message":"Too long.","code":400}}', 400, { status: "error", http_status: 400 }],
    ["a page", "<html>data: 1</html>", 502, { status: "error" }],
    ["nothing", "", 502, { status: "error" }],
  ])("what comes without a content type instead of a stream is not a stream: %s", async (_what, body, status, row) => {
    fixture.script = (socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const response = await call({ stream: true });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).not.toBe("text/event-stream");
    await response.text();
    expect(await rowOf(response)).toMatchObject(row);
  });

  test("a whole answer without usage costs what was generated, and not what stands around it", async () => {
    const answer = {
      choices: [{ index: 0, message: { content: "A".repeat(40) } }],
      system_fingerprint: "x".repeat(400),
    };
    fixture.script = (socket) => void socket.write(whole(JSON.stringify(answer)));
    const response = await call();
    expect(response.status).toBe(200);
    await response.text();
    expect(await rowOf(response)).toMatchObject({ completion_tokens: 10, usage_source: "estimated" });
  });

  const broken: [what: string, script: UpstreamScript, code: string][] = [
    [
      "resets the connection",
      (socket) => void socket.write(events(delta("one"), delta("two")), () => socket.resetAndDestroy()),
      "upstream_unreachable",
    ],
    ["closes the connection", (socket) => void socket.end(events(delta("one"), delta("two"))), "upstream_unreachable"],
    [
      "ends the body properly before the answer has ended",
      (socket) => void socket.write(`${events(delta("one"), delta("two"))}0\r\n\r\n`),
      "upstream_unreachable",
    ],
    [
      "closes the connection within an event",
      (socket) => void socket.end(events(delta("one"), delta("two"), 'data: {"choices":[{"ind')),
      "upstream_unreachable",
    ],
    [
      "sends a malformed chunk",
      (socket) => void socket.write(`${events(delta("one"), delta("two"))}zz\r\n`),
      "upstream_invalid_response",
    ],
  ];
  test.each(broken)(
    "a stream ends with an error event, and never as if it were complete, when its upstream %s",
    async (_what, misbehave, code) => {
      fixture.script = misbehave;
      const response = await call({ stream: true });
      const text = await response.text();
      expect(text).not.toContain("[DONE]");
      expect(text).not.toContain('finish_reason":"stop');
      const values = text
        .trim()
        .split("\n\n")
        .map((event) => JSON.parse(event.slice("data: ".length)) as { error?: { code: string } });
      expect(values.at(-1)?.error?.code).toBe(code);
      expect(await rowOf(response)).toMatchObject({ status: "error", usage_source: "estimated" });
    },
  );

  test("a stream that the upstream ends with its own error ends with that error and is not a success", async () => {
    const error = 'data: {"error":{"message":"Overloaded.","code":503}}\n\n';
    fixture.script = (socket) => void socket.write(`${events(delta("one"), error, "data: [DONE]\n\n")}0\r\n\r\n`);
    const response = await call({ stream: true });
    expect(await response.text()).toBe(delta("one") + error);
    expect(await rowOf(response)).toMatchObject({ status: "error", usage_source: "estimated" });
  });

  test("a connection that breaks behind the last event of a stream fails nothing", async () => {
    fixture.script = (socket) => void socket.end(events(delta("a"), ENDING));
    for (let calls = 0; calls < 5; calls++) {
      const response = await call({ stream: true });
      const text = await response.text();
      expect([response.status, text.endsWith("data: [DONE]\n\n"), text.includes("error")]).toEqual([200, true, false]);
      expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
    }
  });

  test("a stream ends soon after its last event, though its upstream keeps it open", async () => {
    fixture.script = (socket) => void socket.write(events(delta("a"), ENDING));
    const response = await call({ stream: true });
    const text = await response.text();
    expect([text.endsWith("data: [DONE]\n\n"), text.includes("error")]).toEqual([true, false]);
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });

  test("a line of 10 MB passes through a stream", async () => {
    const line = `data: {"junk":"${"x".repeat(10 * 1024 * 1024)}"}\n\n`;
    fixture.script = (socket) => void socket.write(`${events(delta("a"), line, ENDING)}0\r\n\r\n`);
    const response = await call({ stream: true });
    const text = await response.text();
    expect(text.includes(line)).toBe(true);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });

  test("lines of a stream that are not events pass unaltered, and the end of the stream is still found", async () => {
    fixture.script = (socket) =>
      void socket.write(`${events("nonsense\n\n", "data: {not json}\n\n", ENDING)}0\r\n\r\n`);
    const response = await call({ stream: true });
    expect(await response.text()).toContain("data: {not json}");
    expect(await rowOf(response)).toMatchObject({ status: "success" });
  });
});
