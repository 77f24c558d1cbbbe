import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPublicReader } from "./public-reader";

let asked = 0;
const server = createServer((_request, response) => {
  asked++;
  response.end("{}");
});
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

test.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "app.example"])(
  "a document on this machine is not read at %s",
  async (host) => {
    const read = createPublicReader(alwaysAt("127.0.0.1"));
    await expect(read(`http://${host}:${port}/client.json`)).rejects.toThrow("is not asked");
    expect(asked).toBe(0);
  },
);
