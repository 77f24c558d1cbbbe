import { once } from "node:events";
import { connect, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import { openHttpServer, type HttpServer } from "./http-server";
import type { Gateway } from "./gateway";

let server: HttpServer;
/** What has become of requests that an upstream would be asked for. */
const costly: string[] = [];

/** Resolves once the caller has ended what they send. */
async function ended({ connection }: ApiRequest): Promise<void> {
  if (connection instanceof Socket && !connection.readableEnded) await once(connection, "end");
}

async function handle(request: ApiRequest): Promise<ApiReply> {
  if (request.path === "/v1/embeddings") await request.readBody(1_000);
  if (request.path !== "/v1/completions" || request.query === "late") await ended(request);
  if (request.path !== "/v1/completions") return json({ isGone: request.isGone });
  // As of two attempts of one call.
  for (let attempt = 0; attempt < 2; attempt++) request.endIsHangUp?.();
  costly.push("asked");
  await new Promise<void>((resolve) => request.onGone(resolve));
  costly.push(request.isGone ? "gone" : "there");
  return json({});
}

beforeAll(async () => {
  const environment = readEnvironment({ PORT: "0", GATEWAY_CONSOLE: "off" });
  server = await openHttpServer({ environment, root: process.cwd(), log: { info() {}, warn() {}, error() {} } });
  // The door asks no more of a gateway than this.
  await server.open({ handle, announceStop() {}, cutCalls() {} } as Partial<Gateway> as Gateway);
});
afterAll(() => server.close());

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nhost: h\r\n\r\n`;

async function open(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Everything that comes back after the end of what is sent. */
async function sendAndEnd(request: string): Promise<string> {
  return text((await open()).end(request, "latin1"));
}

describe("a caller who ends what they send and still reads", () => {
  test("an answer that is made after its caller has ended what they send arrives, and the connection closes behind it", async () => {
    const answer = await sendAndEnd(get("/team/list"));
    expect([answer.slice(9, 12), answer.endsWith('{"isGone":false}')]).toEqual(["200", true]);
  });

  test("each of several requests on one connection is answered after its caller has ended what they send", async () => {
    expect((await sendAndEnd(get("/team/list").repeat(3))).split("HTTP/1.1 200 OK")).toHaveLength(4);
  });

  test("a body that ends too early is refused with an answer", async () => {
    const answer = await sendAndEnd("POST /v1/embeddings HTTP/1.1\r\nhost: h\r\ncontent-length: 10\r\n\r\nhalf");
    expect(answer.slice(9, 12)).toBe("400");
    expect(answer).toContain('"code":"invalid_request"');
  });

  test("a connection that ends between two requests is closed at once", async () => {
    expect(await sendAndEnd("")).toBe("");
  });
});

test.each(["late", "while it is answered"])(
  "what an upstream is asked for stops when its caller ends what they send, as one who hangs up does (%s)",
  async (when) => {
    costly.length = 0;
    const socket = await open();
    socket.write(get(`/v1/completions?${when.replaceAll(" ", "-")}`));
    if (when !== "late") await expect.poll(() => costly).toEqual(["asked"]);
    socket.end();
    expect(await text(socket)).toBe("");
    expect(costly).toEqual(["asked", "gone"]);
  },
);
