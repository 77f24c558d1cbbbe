import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { CHAT, COMPLETION, useRawUpstream, whole } from "@/testing/gateway/raw-upstream";

const fixture = useRawUpstream();
const { call } = fixture;

describe("forwarded headers", () => {
  test("only headers that describe the call are forwarded, upstream and back", async () => {
    let seen = "";
    fixture.script = (socket, request) => {
      seen = request;
      socket.write(
        whole(
          COMPLETION,
          "application/json",
          "set-cookie: a=b\r\nx-ratelimit-remaining-requests: 9\r\nx-request-id: req_1\r\nserver: s\r\nx-internal: 1\r\nopenai-processing-ms: 3\r\n",
        ),
      );
    };
    const response = await call({
      headers: {
        cookie: "session=1",
        "x-api-key": "k",
        "x-request-id": "mine",
        "x-forwarded-for": "1.2.3.4",
        "proxy-authorization": "p",
        te: "trailers",
        "idempotency-key": "1",
        "accept-encoding": "gzip, br",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "x-gateway-team-id": "",
      },
    });
    const headers = Object.fromEntries(
      seen
        .slice(0, seen.indexOf("\r\n\r\n"))
        .split("\r\n")
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
    );
    const { host: _host, "content-length": _length, connection: _connection, accept: _accept, ...sent } = headers;
    expect(sent).toEqual({
      authorization: "Bearer upstream-secret",
      "content-type": "application/json",
      "user-agent": "model-gateway",
      via: "1.1 model-gateway",
      "accept-encoding": "identity",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    });
    await response.text();
    const returned = [...response.headers.keys()];
    expect(returned).toEqual(expect.arrayContaining(["x-ratelimit-remaining-requests", "openai-processing-ms"]));
    expect(returned).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(set-cookie|server|x-internal)$/)]));
  });
});

test("a header that Connection names is not forwarded", async () => {
  let seen = "";
  fixture.script = (socket, request) => {
    seen = request;
    socket.write(whole(COMPLETION));
  };
  const origin = new URL(fixture.gateway.origin);
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${fixture.gateway.masterKey}\r\ncontent-type: application/json\r\nconnection: close, Traceparent\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\ncontent-length: ${CHAT.length}\r\n\r\n${CHAT}`,
  );
  socket.resume();
  await once(socket, "close");
  expect(seen).toContain("POST /v1/chat/completions");
  expect(seen).not.toContain("traceparent");
});
