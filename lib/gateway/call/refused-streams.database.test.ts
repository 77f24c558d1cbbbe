import { describe, expect, test } from "vitest";
import { delta, ENDING, events, head, useRawUpstream } from "@/testing/gateway/raw-upstream";

const fixture = useRawUpstream();
const { call, rowOf } = fixture;

const event = (error: object): string => `data: ${JSON.stringify({ error })}\n\n`;

describe("an error that is the first event of a stream", () => {
  test.each<[what: string, error: object, status: number, attempts: string]>([
    ["names a status that passes", { code: 429, message: "Slow down." }, 429, "3"],
    ["names it in words", { type: "server_error", message: "Broken." }, 500, "3"],
    ["names nothing", { message: "Broken." }, 502, "3"],
    ["is the caller's fault", { type: "invalid_request_error", message: "Too long." }, 400, "1"],
  ])("it is what it would be with a status of its own when it %s", async (_what, error, status, attempts) => {
    fixture.script = (socket) => void socket.end(events(event(error)));
    const response = await call({ stream: true });
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
    expect(response.headers.get("x-gateway-attempts")).toBe(attempts);
    expect(await response.json()).toEqual({ error });
    expect(await rowOf(response)).toMatchObject({ status: "error", http_status: status, completion_tokens: 0 });
  });
  test("another attempt takes over, and its caller sees nothing of it", async () => {
    let requests = 0;
    fixture.script = (socket) =>
      void (++requests === 1
        ? socket.end(events(event({ code: 503, message: "Busy." })))
        : socket.write(`${events(delta("a"), ENDING)}0\r\n\r\n`));
    const response = await call({ stream: true });
    expect([response.status, response.headers.get("x-gateway-attempts")]).toEqual([200, "2"]);
    expect(await response.text()).not.toContain("error");
    expect(await rowOf(response)).toMatchObject({ status: "success", completion_tokens: 3 });
  });
  test("a caller of another dialect gets the error of that dialect", async () => {
    const error = { type: "invalid_request_error", message: "Too long." };
    fixture.script = (socket) => void socket.end(`${head("text/event-stream")}\r\n${event(error)}`);
    const { gateway } = fixture;
    const response = await gateway.send("/v1/messages", {
      method: "POST",
      body: JSON.stringify({ model: "m", max_tokens: 9, stream: true, messages: [{ role: "user", content: "Hi." }] }),
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: "error", error });
  });
  test("an error after the first event ends the stream, which has its status already", async () => {
    fixture.script = (socket) => void socket.end(events(delta("a"), event({ code: 429, message: "Slow down." })));
    const response = await call({ stream: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Slow down.");
    expect(await rowOf(response)).toMatchObject({ status: "error" });
  });
});
