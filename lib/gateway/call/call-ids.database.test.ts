import { describe, expect, test } from "vitest";
import type { CallLog } from "@/lib/wire/spend";
import { COMPLETION, delta, ENDING, events, useRawUpstream, whole } from "@/testing/gateway/raw-upstream";

const fixture = useRawUpstream();
const { call } = fixture;

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const bearer = (key = fixture.gateway.masterKey) => ({ authorization: `Bearer ${key}` });
const answers = (more: string, body = COMPLETION) => {
  fixture.script = (socket) => socket.write(whole(body, "application/json", more));
};

/** The booked calls that a filter of `/spend/logs` finds. */
async function booked(filter: Record<string, string>): Promise<CallLog[]> {
  // The answer waits for the latest calls too, but no longer than a second.
  await fixture.gateway.services.spend.drained();
  const answer = await fixture.gateway.send(`/spend/logs?${new URLSearchParams(filter)}`, { headers: bearer() });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: CallLog[] }).data;
}

describe("the ids of a call", () => {
  test("a call is found by its own id, its caller's, the upstream's and that of the trace", async () => {
    const own = "mine:1";
    const theirs = "req_1";
    answers(`x-request-id: ${theirs}\r\n`);
    const answer = await call({ headers: { "x-request-id": own, traceparent } });
    const id = answer.headers.get("x-gateway-call-id") ?? "";
    expect(answer.headers.get("x-request-id")).toBe(own);
    expect(answer.headers.get("x-upstream-request-id")).toBe(theirs);
    expect(answer.headers.get("request-id")).toBeNull();
    const ids = { call_id: id, request_id: own, upstream_request_id: theirs, trace_id: TRACE };
    for (const name of ["call_id", "request_id", "upstream_request_id"] as const)
      expect(await booked({ [name]: ids[name] })).toMatchObject([{ ...ids, first_token_ms: null }]);
    for (const any of [id, own, theirs]) expect(await booked({ any_id: any })).toMatchObject([ids]);
    expect(await booked({ any_id: TRACE, call_id: id })).toMatchObject([ids]);
    expect(await booked({ any_id: "unknown" })).toEqual([]);
    expect(await booked({ trace_id: TRACE, call_id: id })).toMatchObject([ids]);
    expect((await booked({ call_id: id }))[0]?.decision_ms).toBeGreaterThanOrEqual(0);
  });

  test("the calls of a session are found by the name that the caller gave it, in a header or in the body", async () => {
    answers("");
    const session = "s".repeat(600);
    const byHeader = await call({ headers: { "x-session-id": session } });
    const byBody = await call({ members: { metadata: { session_id: session } } });
    const other = await call({});
    const [first, second, third] = [byHeader, byBody, other].map(({ headers }) => headers.get("x-gateway-call-id"));
    const kept = session.slice(0, 512);
    expect(await booked({ session_id: kept })).toMatchObject([
      { call_id: second, session_id: kept },
      { call_id: first, session_id: kept },
    ]);
    expect(await booked({ call_id: third ?? "" })).toMatchObject([{ session_id: null }]);
  });

  test("a call without an id of its caller's has its own as its request id, and is found by it", async () => {
    answers("");
    const answer = await call({ headers: { "x-request-id": "not an id", traceparent: "nonsense" } });
    const id = answer.headers.get("x-gateway-call-id") ?? "";
    expect(answer.headers.get("x-request-id")).toBe(id);
    expect(answer.headers.get("x-upstream-request-id")).toBeNull();
    expect(await booked({ request_id: id })).toMatchObject([
      { call_id: id, request_id: id, upstream_request_id: null, trace_id: null },
    ]);
  });

  test("the first content of a stream is timed, not what comes before it", async () => {
    const role = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n`;
    const spaced = `data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "Hi"}}]}\n\n`;
    for (const [pieces, isTimed] of [
      [[role, delta("Hi."), ENDING], true],
      [[spaced, ENDING], true],
      [[role, ENDING], false],
    ] as const) {
      fixture.script = (socket) => socket.write(`${events(...pieces)}0\r\n\r\n`);
      const answer = await call({ stream: true });
      await answer.text();
      const [row] = await booked({ call_id: answer.headers.get("x-gateway-call-id") ?? "" });
      if (isTimed) expect(row?.first_token_ms).toBeGreaterThanOrEqual(0);
      else expect(row?.first_token_ms).toBeNull();
    }
  });

  test("the id of the last attempt goes out with a failure of the upstream", async () => {
    fixture.script = (socket) =>
      socket.write(`HTTP/1.1 401 No\r\nx-request-id: req_refused\r\ncontent-length: 2\r\n\r\n{}`);
    const answer = await call();
    expect(answer.status).toBe(502);
    expect(answer.headers.get("x-upstream-request-id")).toBe("req_refused");
    expect(answer.headers.get("x-request-id")).toBe(answer.headers.get("x-gateway-call-id"));
    expect(
      await booked({ upstream_request_id: "req_refused", call_id: answer.headers.get("x-request-id") ?? "" }),
    ).toHaveLength(1);
  });

  test("an upstream's id with characters that could do harm reaches neither the caller nor the row", async () => {
    answers("x-request-id: <b>\u00e9</b>\r\n");
    const answer = await call();
    expect(answer.headers.get("x-upstream-request-id")).toBeNull();
    expect(await booked({ call_id: answer.headers.get("x-request-id") ?? "" })).toMatchObject([
      { upstream_request_id: null },
    ]);
  });

  test("Anthropic's clients find the id in request-id and in the body of an error", async () => {
    const send = (body: object) =>
      fixture.gateway.send("/v1/messages", {
        method: "POST",
        headers: { ...bearer(), "content-type": "application/json" },
        body: JSON.stringify({ max_tokens: 5, messages: [{ role: "user", content: "Hi." }], ...body }),
      });
    fixture.script = (socket) =>
      socket.write(
        whole(JSON.stringify({ error: { message: "No." } }))
          .toString()
          .replace("200 OK", "400 Bad"),
      );
    for (const [model, known] of [
      ["m", "x-gateway-call-id"],
      ["unknown", undefined],
    ] as const) {
      const answer = await send({ model });
      const id = answer.headers.get("x-request-id") ?? "";
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get("request-id")).toBe(id);
      expect(((await answer.json()) as { request_id: string }).request_id).toBe(id);
      if (known === undefined) expect(id).toMatch(/^dec_[0-9a-f-]{36}$/);
      else expect(id).toBe(answer.headers.get(known));
    }
  });
});

describe("x-request-id of answers without a call", () => {
  const cases: [what: string, path: string, options: () => RequestInit, status: number, id: RegExp][] = [
    [
      "a refusal has the id of its decision",
      "/v1/chat/completions",
      () => ({ method: "POST", body: "{}" }),
      401,
      /^dec_/,
    ],
    ["an unknown path has a fresh one", "/v1/nothing", () => ({ headers: bearer() }), 404, /^req_/],
    ["a management route has a fresh one", "/key/list", () => ({ headers: bearer() }), 200, /^req_/],
    [
      "a broken body has a fresh one",
      "/v1/chat/completions",
      () => ({ method: "POST", headers: bearer(), body: "{" }),
      400,
      /^req_/,
    ],
    [
      "the caller's own comes first",
      "/key/list",
      () => ({ headers: { ...bearer(), "x-request-id": "mine" } }),
      200,
      /^mine$/,
    ],
  ];
  test.each(cases)("%s", async (_what, path, options, status, id) => {
    const answer = await fixture.gateway.send(path, options());
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(id);
  });
});
