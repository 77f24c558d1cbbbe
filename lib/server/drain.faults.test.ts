import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import type { Gateway } from "./gateway";
import { openHttpServer, type HttpServer } from "./http-server";

/** A server whose calls end when the test says so. */
interface Stage {
  readonly server: HttpServer;
  readonly port: number;
  /** The calls of the gateway and the lines for the operator, in order. */
  readonly told: string[];
  /** Ends the calls to /slow, or the streams of /stream. */
  end(): void;
}

const agent = new Agent({ keepAlive: true });
let fixture: Stage | undefined;

async function start(variables: Record<string, string>): Promise<Stage> {
  const told: string[] = [];
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("begun,");
    await ended;
    yield Buffer.from("ended");
  }
  async function handle({ path }: ApiRequest): Promise<ApiReply> {
    if (path === "/v1/slow") await ended;
    return path === "/v1/stream" ? { status: 200, headers: {}, body: stream() } : json({ path });
  }
  const server = await openHttpServer({
    environment: readEnvironment({ PORT: "0", GATEWAY_CONSOLE: "off", ...variables }),
    root: process.cwd(),
    log: { info() {}, warn() {}, error() {} },
    say: (line) => told.push(line),
  });
  const gateway: Partial<Gateway> = {
    handle,
    announceStop: () => void told.push("announced"),
    cutCalls() {
      told.push("cut");
      end();
    },
  };
  await server.open(gateway as Gateway);
  return (fixture = { server, port: server.port, told, end });
}

afterEach(() => fixture?.server.close());

/** On a connection that is kept, unless `isNew`. */
async function ask(path: string, isNew = false): Promise<IncomingMessage> {
  const sent = request({ port: fixture?.port, host: "127.0.0.1", path, agent: isNew ? false : agent }).end();
  const [answer]: [IncomingMessage] = await (once(sent, "response") as Promise<[IncomingMessage]>);
  return answer;
}

describe("a server that is told to stop", () => {
  test("says so at once, goes on accepting for the delay, and lets each caller go", async () => {
    const { server, told } = await start({ SHUTDOWN_DELAY_SECONDS: "1" });
    await text(await ask("/v1/models"));
    const drained = server.drain();
    expect(told).toEqual(["announced", "stopping: readiness answers 503, and calls are accepted for 1 second more"]);
    for (const isNew of [false, true]) {
      const answer = await ask("/v1/models", isNew);
      expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
      await text(answer);
    }
    await drained;
    await expect(ask("/v1/models", true)).rejects.toThrow("ECONNREFUSED");
  });

  test("still serves a request that comes on an idle connection after the delay, and then closes it", async () => {
    const { server } = await start({});
    const silent = connect(server.port, "127.0.0.1");
    await once(silent, "connect");
    await text(await ask("/v1/models"));
    const drained = server.drain();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const answer = await ask("/v1/models");
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
    await text(answer);
    // A connection on which nothing was ever sent does not delay the stop.
    await Promise.all([once(silent, "close"), drained]);
  });

  test("lets a call and a stream end in their own time, and says what it waits for", async () => {
    const { server, told, end } = await start({});
    const [stream, slow] = [await ask("/v1/stream"), ask("/v1/slow")];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const drained = server.drain();
    await expect.poll(() => told).toContain("stopping: waiting for 2 requests, 60 seconds at most");
    end();
    expect(await text(stream)).toBe("begun,ended");
    const answer = await slow;
    expect(answer.headers.connection).toBe("close");
    await text(answer);
    await drained;
    expect(told).not.toContain("cut");
  });

  test("ends what takes longer than the grace period", async () => {
    const { server, told } = await start({ SHUTDOWN_GRACE_SECONDS: "1" });
    const stream = await ask("/v1/stream");
    await server.drain();
    expect(await text(stream)).toBe("begun,ended");
    expect(told.slice(-2)).toEqual(["stopping: ending 1 request that took longer", "cut"]);
  });
});
