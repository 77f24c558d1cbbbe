import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { createServer as createSecureServer } from "node:tls";
import { buildConnector, Pool } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeAuthority } from "@/testing/tls/certificates";
import { Pieces } from "@/lib/http/pieces";
import type { AnswerControl, AnswerHandler } from "./connection";
import { CallLine, type LineRequest } from "./line";

/** What the upstream does with each of its connections. */
let serve: (socket: Socket, number: number) => void;
let server: Server;
let connections: Socket[];
let line: CallLine;
let pool: Pool;

beforeEach(async () => {
  connections = [];
  server = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket, connections.push(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pool = new Pool(origin);
  line = new CallLine(origin, buildConnector({}), pool);
});
afterEach(async () => {
  line.close();
  await pool.destroy();
  for (const socket of connections) socket.destroy();
  server.close();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly error: (Error & { readonly code?: string }) | undefined;
  /** How often the request has gone out. */
  readonly sent: number;
}

function ask(options: Partial<LineRequest> = {}, onData?: (control: AnswerControl) => void): Promise<Answer> {
  return new Promise((resolve) => {
    let [status, body, sent] = [0, "", 0];
    const handler: AnswerHandler = {
      onRequestStart: () => void sent++,
      onResponseStart: (_control, code) => void (status = code),
      onResponseData(control, bytes) {
        body += bytes.toString();
        onData?.(control);
      },
      onResponseEnd: () => resolve({ status, body, error: undefined, sent }),
      onResponseError: (control, error) => resolve({ status, body, error, sent: control ? sent : 0 }),
    };
    const request = { method: "POST", path: "/v1", headers: { "x-a": "1" }, body: Buffer.from("asked") } as const;
    line.dispatch({ ...request, headersTimeout: 5_000, bodyTimeout: 5_000, ...options }, handler);
  });
}

/** Answers each request once its body has come. */
const answering =
  (answer: string, end = "asked") =>
  (socket: Socket): void => {
    let seen = "";
    socket.on("data", (bytes) => {
      seen += bytes.toString("latin1");
      if (!seen.endsWith(end)) return;
      socket.emit("asked", seen);
      seen = "";
      socket.write(answer);
    });
  };
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

describe("a call", () => {
  test("goes out as bytes that any server reads, with its length", async () => {
    let seen = "";
    serve = (socket) => {
      answering(OK)(socket);
      socket.on("asked", (text: string) => (seen = text));
    };
    expect(await ask()).toMatchObject({ status: 200, body: "ok", error: undefined });
    const { port } = server.address() as AddressInfo;
    expect(seen).toBe(
      `POST /v1 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nx-a: 1\r\ncontent-length: 5\r\n\r\nasked`,
    );
  });

  test("without a body has no length, and one with a large body arrives whole", async () => {
    const large = `${"x".repeat(300_000)}asked`;
    const seen: string[] = [];
    serve = (socket) => {
      answering(OK, "\r\n\r\n")(socket);
      socket.once("asked", (text: string) => seen.push(text));
    };
    expect(await ask({ method: "GET", body: undefined })).toMatchObject({ body: "ok" });
    expect(seen[0]).not.toContain("content-length");
    connections[0]?.removeAllListeners("data");
    answering(OK)(connections[0] as Socket);
    connections[0]?.once("asked", (text: string) => seen.push(text));
    expect(await ask({ body: Buffer.from(large) })).toMatchObject({ body: "ok" });
    expect(seen[1]?.endsWith(`content-length: 300005\r\n\r\n${large}`)).toBe(true);
  });

  test("with a line break in a header or a space in its path does not go out", async () => {
    serve = answering(OK);
    const wrong: Partial<LineRequest>[] = [
      { headers: { a: "b\r\nc: d" } },
      { headers: { "a b": "c" } },
      { path: "/a b" },
      { path: "/\u2028" },
    ];
    for (const one of wrong) expect(await ask(one)).toMatchObject({ sent: 0, error: { name: "RequestFault" } });
    expect(await ask()).toMatchObject({ body: "ok" });
    expect(connections).toHaveLength(1);
  });

  test.each([
    ["small", "{}"],
    ["large", "x".repeat(300_000)],
  ])("whose body is in pieces has one body: %s", async (_size, first) => {
    const seen: string[] = [];
    serve = (socket) => {
      answering(OK)(socket);
      socket.once("asked", (text: string) => seen.push(text));
    };
    const body = new Pieces([Buffer.from(first), Buffer.of(), Buffer.from("ask"), Buffer.from("ed")]);
    expect(await ask({ body })).toMatchObject({ body: "ok" });
    expect(seen[0]?.endsWith(`content-length: ${first.length + 5}\r\n\r\n${first}asked`)).toBe(true);
  });

  test("whose body comes as a stream goes through the pool", async () => {
    serve = answering(OK, "0\r\n\r\n");
    expect(await ask({ body: Readable.from([Buffer.from("as"), Buffer.from("ked")]) })).toMatchObject({ body: "ok" });
  });

  test("goes out over TLS too, and its connection is kept", async () => {
    const authority = makeAuthority("Test root");
    const { certificate, key } = authority.issue("upstream");
    let opened = 0;
    const secure = createSecureServer({ cert: certificate, key }, answering(OK)).on("secureConnection", () => opened++);
    secure.listen(0, "127.0.0.1");
    await once(secure, "listening");
    const origin = `https://localhost:${(secure.address() as AddressInfo).port}`;
    line = new CallLine(origin, buildConnector({ ca: authority.certificate }), pool);
    expect([await ask(), await ask()]).toMatchObject([{ body: "ok" }, { body: "ok" }]);
    expect(opened).toBe(1);
    secure.close();
  });

  test("to nobody fails before it has gone out", async () => {
    server.close();
    const { error, sent } = await ask();
    expect([error?.code, sent]).toEqual(["ECONNREFUSED", 0]);
  });
});

describe("a connection", () => {
  test("is kept for the next call, and never carries two at once", async () => {
    serve = answering(OK);
    await ask();
    await ask();
    expect(connections).toHaveLength(1);
    await Promise.all([ask(), ask(), ask()]);
    expect(connections).toHaveLength(3);
  });

  test.each([
    ["says close", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok"],
    ["is followed by bytes that nobody asked for", `${OK}HTTP/1.1 200 OK\r\n\r\n`],
  ])("is not kept when its answer %s", async (_what, answer) => {
    serve = answering(answer);
    expect(await ask()).toMatchObject({ body: "ok", error: undefined });
    expect(await ask()).toMatchObject({ body: "ok", error: undefined });
    expect(connections).toHaveLength(2);
  });

  test("on which bytes come between calls is dropped", async () => {
    serve = answering(OK);
    await ask();
    const closed = once(connections[0] as Socket, "close");
    connections[0]?.write(OK);
    await closed;
    expect(await ask()).toMatchObject({ body: "ok" });
    expect(connections).toHaveLength(2);
  });

  test("that is closed before a byte of the answer is replaced once, if it had served before", async () => {
    serve = (socket, number) => {
      let served = 0;
      socket.on("data", () =>
        served++ === 0 && number === 1 ? socket.write(OK) : number === 1 ? socket.end() : answer(),
      );
      const answer = (): void => void socket.write(OK);
    };
    await ask();
    expect(await ask()).toMatchObject({ body: "ok", sent: 2 });
    serve = (socket) => void socket.on("data", () => socket.end());
    connections[1]?.end();
    await once(connections[1] as Socket, "close");
    expect(await ask()).toMatchObject({ sent: 1, error: { code: "UND_ERR_SOCKET" } });
    expect(connections).toHaveLength(3);
  });

  test("that is closed before a byte of the answer fails a call that goes out once", async () => {
    serve = (socket) => {
      let served = 0;
      socket.on("data", () => (served++ === 0 ? socket.write(OK) : socket.end()));
    };
    await ask();
    expect(await ask({ isSentOnce: true })).toMatchObject({ sent: 1, error: { code: "UND_ERR_SOCKET" } });
    expect(connections).toHaveLength(1);
  });

  test("that is closed in the middle of an answer fails the call", async () => {
    serve = (socket, number) => {
      let served = 0;
      socket.on("data", () => (served++ === 0 && number === 1 ? socket.write(OK) : socket.end("HTTP/1.1 200 OK\r\n")));
    };
    await ask();
    expect(await ask()).toMatchObject({ sent: 1, error: { code: "UND_ERR_SOCKET" } });
  });

  test("ends an answer that has no length", async () => {
    serve = (socket) => void socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\nall"));
    expect(await ask()).toMatchObject({ body: "all", error: undefined });
  });

  test("whose answer is not HTTP is dropped", async () => {
    serve = (socket) => void socket.on("data", () => socket.write("SSH-2.0\r\n"));
    expect(await ask()).toMatchObject({ error: { name: "HTTPParserError" } });
  });

  test("is dropped when the answer is complete before the request has gone out", async () => {
    serve = (socket) => {
      socket.pause();
      socket.write(OK);
    };
    expect(await ask({ body: Buffer.alloc(32 * 1024 * 1024) })).toMatchObject({ body: "ok" });
    serve = answering(OK);
    expect(await ask()).toMatchObject({ body: "ok" });
    expect(connections).toHaveLength(2);
  });
});

describe("a reader", () => {
  test("that pauses gets the rest when it goes on, and the next call is not paused", async () => {
    serve = answering("HTTP/1.1 200 OK\r\ncontent-length: 400000\r\n\r\n" + "y".repeat(400_000));
    let pauses = 0;
    const { body } = await ask({}, (control) => {
      control.pause();
      pauses++;
      setImmediate(() => control.resume());
    });
    expect([body.length, pauses > 0]).toEqual([400_000, true]);
    expect((await ask()).body).toHaveLength(400_000);
    expect(connections).toHaveLength(1);
  });

  test("that breaks off gets its own error, and the connection is dropped", async () => {
    serve = answering("HTTP/1.1 200 OK\r\ncontent-length: 400000\r\n\r\nhalf");
    const { error } = await ask({}, (control) => control.abort(new Error("enough")));
    expect(error?.message).toBe("enough");
    serve = answering(OK);
    expect(await ask()).toMatchObject({ body: "ok" });
    expect(connections).toHaveLength(2);
  });
});

describe("time", () => {
  test("without a head, or between two pieces, fails the call by name", async () => {
    serve = () => {};
    expect((await ask({ headersTimeout: 30 })).error?.code).toBe("UND_ERR_HEADERS_TIMEOUT");
    serve = answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
    expect((await ask({ bodyTimeout: 30 })).error?.code).toBe("UND_ERR_BODY_TIMEOUT");
  });

  test("does not pass for a reader that pauses", async () => {
    serve = answering("HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nhalf");
    let paused: AnswerControl | undefined;
    const asked = ask({ bodyTimeout: 30 }, (control) => {
      if (!paused) control.pause();
      paused ??= control;
    });
    // Others that began later have run out of time meanwhile.
    for (let other = 0; other < 2; other++) expect((await ask({ bodyTimeout: 30 })).error).toBeDefined();
    connections[0]?.write("half");
    paused?.resume();
    expect(await asked).toMatchObject({ body: "halfhalf", error: undefined });
  });
});
