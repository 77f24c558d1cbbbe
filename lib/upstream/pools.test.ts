import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upstreamFailure } from "./failure";
import { createUpstreams, type Upstreams } from "./pools";

const server = createServer((_request, response) => {
  response.setHeader("connection", "close").end("answered");
});
let port: number;
/** What the resolver answers, one answer for each connection; the last one stays. */
let answers: string[] = [];
let upstreams: Upstreams;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  upstreams = createUpstreams((_hostname, options, callback) => {
    const address = (answers.length > 1 ? answers.shift() : answers[0]) ?? "";
    const family = address.includes(":") ? 6 : 4;
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  });
});
afterAll(async () => {
  await upstreams.close();
  server.close();
});

async function outcome(origin: string): Promise<string> {
  try {
    const { body } = await upstreams.pool(origin, 1_000).request({ method: "GET", path: "/" });
    return await body.text();
  } catch (error) {
    return upstreamFailure(error).message;
  }
}
const REFUSED = "The upstream's address is link-local or serves cloud metadata, so the gateway does not connect to it.";

test("a name that resolves to loopback is connected to, and no more once it resolves to a metadata address", async () => {
  answers = ["127.0.0.1", "169.254.169.254"];
  expect(await outcome(`http://rebinding.test:${port}`)).toBe("answered");
  expect(await outcome(`http://rebinding.test:${port}`)).toBe(REFUSED);
});

test.each(["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00:ec2::254"])(
  "a name that resolves to %s is not connected to, with or without TLS",
  async (address) => {
    answers = [address];
    const name = `name-${address.replaceAll(/[:.]/g, "-")}.test`;
    expect(await outcome(`http://${name}`)).toBe(REFUSED);
    expect(await outcome(`https://${name}`)).toBe(REFUSED);
  },
);

test.each(["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "[fe80::1]", "[::ffff:a9fe:a9fe]"])(
  "the address %s is not connected to",
  async (host) => {
    expect(await outcome(new URL(`http://${host}`).origin)).toBe(REFUSED);
  },
);

test("loopback stays open as an address", async () => {
  expect(await outcome(`http://127.0.0.1:${port}`)).toBe("answered");
});
