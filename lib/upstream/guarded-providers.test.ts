import { once } from "node:events";
import { createServer, get, type Agent } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { Agent as Dispatcher, request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_PROXY } from "@/lib/http/proxy-address";
import { guardedLookup } from "./guarded-lookup";
import { proxyAgent } from "./proxy-agent";
import { guardedConnectors } from "./tunnel";

const server = createServer((_request, response) => void response.end("keys"));
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** A resolver to which every name is one address. */
const alwaysAt =
  (address: string): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };

async function byDispatcher(url: string, resolved: string): Promise<string> {
  const dispatcher = new Dispatcher({ connect: guardedConnectors(NO_PROXY, alwaysAt(resolved))(1_000) });
  try {
    return await (await request(url, { dispatcher })).body.text();
  } catch (error) {
    return error instanceof Error ? error.name : "";
  } finally {
    await dispatcher.destroy();
  }
}

async function byAgent(url: string, resolved: string): Promise<string> {
  const agent: Agent = proxyAgent("http:", NO_PROXY, 1_000, { lookup: guardedLookup(alwaysAt(resolved)) });
  return await new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.setEncoding("utf8").on("data", resolve);
    }).on("error", (error) => resolve(error.name));
  }).then(String);
}

test.each([
  ["key sets and discovery documents", byDispatcher],
  ["logins", byAgent],
])("%s are fetched from loopback, and from no metadata service, whatever leads there", async (_what, ask) => {
  expect(await ask(`http://127.0.0.1:${port}/`, "127.0.0.1")).toBe("keys");
  expect(await ask(`http://provider.test:${port}/`, "127.0.0.1")).toBe("keys");
  expect(await ask("http://provider.test/", "169.254.169.254")).toBe("AddressRefused");
  expect(await ask("http://169.254.169.254/latest/", "127.0.0.1")).toBe("AddressRefused");
  expect(await ask("http://[fd00:ec2::254]/latest/", "127.0.0.1")).toBe("AddressRefused");
});
