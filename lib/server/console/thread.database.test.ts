import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConsoleGateway } from "./port";
import { jwtAuth } from "@/lib/config/schema";
import { bundleChild, type ChildBundle } from "@/testing/gateway/child-bundle";
import { ConsoleThread } from "./thread";

const settings = {
  look: { colour: "grey" as const, links: [] },
  masterKeyLogin: true,
  proxies: {},
  logins: [],
  sessionSeconds: 28_800,
  hasProvider: false,
  jwtAuth: jwtAuth.parse({}),
};
const events: string[] = [];
const log = {
  info() {},
  warn: (event: string) => void events.push(event),
  error: (event: string) => void events.push(event),
};
const gateway: ConsoleGateway = {
  sessionSecrets: ["secret"],
  environment: { nextAuthUrl: undefined, basePath: "" },
  hasSettledAddresses: false,
  log,
  settings: () => Promise.resolve(settings),
  beginSession: () => Promise.reject(new Error("not asked")),
  openSession: () => Promise.reject(new Error("not asked")),
  signOut: () => Promise.reject(new Error("not asked")),
  logOut: () => Promise.reject(new Error("not asked")),
  judgeMasterKey: () => Promise.reject(new Error("not asked")),
  decide: () => Promise.reject(new Error("not asked")),
  finishTrial: () => Promise.reject(new Error("not asked")),
  requestAccess: () => Promise.reject(new Error("not asked")),
};
const options = {
  hostname: "127.0.0.1",
  port: 0,
  maxHeaderSize: 32 * 1024,
  log,
  addresses: { nextAuthUrl: undefined, basePath: "", trustedProxies: [], dataDirectory: "/nowhere" },
};
let bundle: ChildBundle;
let thread: ConsoleThread;
const server = createServer((message, response) => void thread.serve(message, response));
let port = 0;

beforeAll(async () => {
  bundle = await bundleChild("testing/gateway/console-fixture.ts");
  thread = ConsoleThread.begin({ ...options, root: process.cwd(), program: bundle.path });
  await thread.open(gateway);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await thread.close();
  bundle.remove();
});

async function untilBack(): Promise<void> {
  await expect.poll(async () => (await ask("/console")).statusCode, { interval: 100 }).toBe(200);
}

async function ask(path: string, body = "", headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = request({ port, host: "127.0.0.1", path, method: body === "" ? "GET" : "POST", headers }).end(body);
  const [answer]: [IncomingMessage] = await (once(sent, "response") as Promise<[IncomingMessage]>);
  return answer;
}

describe("the console's thread", () => {
  test("the console's thread gets the request as it came, and its answer is passed on", async () => {
    const answer = await ask("/console/teams?page=2", "b".repeat(60_000), {
      cookie: "session=1",
      connection: "close",
      te: "trailers",
    });
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    const seen = await json(answer);
    expect(seen).toMatchObject({
      method: "POST",
      url: "/console/teams?page=2",
      body: 60_000,
      settings,
      headers: {
        host: `127.0.0.1:${port}`,
        cookie: "session=1",
        "x-gateway-page": "/console/teams?page=2",
        "x-forwarded-for": "127.0.0.1",
      },
    });
    expect(seen).not.toHaveProperty("headers.te");
  });

  test("the console's thread gets no body of more than 64 KiB, with a length or in chunks", async () => {
    expect((await ask("/api/auth/callback/x", "b".repeat(65_537))).statusCode).toBe(413);
    const chunked = await ask("/api/auth/callback/x", "b".repeat(65_537), { "transfer-encoding": "chunked" });
    expect([chunked.statusCode, await json(chunked)]).toMatchObject([413, { error: { code: "payload_too_large" } }]);
    const whole = await ask("/api/auth/callback/x", "b".repeat(65_536), { "transfer-encoding": "chunked" });
    expect(await json(whole)).toMatchObject({ body: 65_536, headers: { "content-length": "65536" } });
  });

  test("the console's thread ends alone when its heap is full, and is started again", async () => {
    events.splice(0);
    expect((await ask("/fill")).statusCode).toBe(503);
    await expect.poll(() => events).toContain("console_stopped");
    await untilBack();
  });

  test.each([
    ["/die", "ends"],
    ["/fail", "fails"],
  ])("the console's thread starts again when it %s, and requests get a 503 until then", async (path) => {
    events.splice(0);
    const hanging = ask("/hang");
    const dying = ask(path);
    for (const answer of await Promise.all([hanging, dying])) expect(answer.statusCode).toBe(503);
    expect((await ask("/console")).headers["retry-after"]).toBe("1");
    await expect.poll(() => events).toContain("console_stopped");
    await untilBack();
  });

  test("what strangers claim to forward never reaches the console, and the log says so once", async () => {
    const forged = {
      "x-forwarded-for": "198.51.100.1",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
    };
    for (let time = 0; time < 2; time++) {
      const { headers } = JSON.parse(
        await text(await ask("/console", "", { ...forged, forwarded: "host=evil.example" })),
      );
      expect(headers).toMatchObject({
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-host": `127.0.0.1:${port}`,
        "x-forwarded-proto": "http",
      });
      expect(headers).not.toHaveProperty("forwarded");
    }
    expect(events.filter((event) => event === "console.forwarded_headers_ignored")).toHaveLength(1);
  });

  test("an answer that the console's thread does not finish is cut off, so that half a page cannot look whole", async () => {
    const answer = await ask("/half");
    expect(answer.statusCode).toBe(200);
    await expect(text(answer)).rejects.toThrow(/aborted/);
    await untilBack();
  });

  test("a console's thread that cannot be started says why", async () => {
    const failed = ConsoleThread.begin({ ...options, root: "/nowhere" });
    await expect(failed.open(gateway)).rejects.toThrow(/nowhere/);
  });

  test("a console's thread is ended although the gateway has never opened", async () => {
    const early = ConsoleThread.begin({ ...options, root: process.cwd(), program: bundle.path });
    await early.close();
    await expect(early.open(gateway)).rejects.toThrow("ended before it was ready");
  });
});
