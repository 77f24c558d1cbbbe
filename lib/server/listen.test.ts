import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { listen } from "./listen";

test.each(["http://127.0.0.1", "127.0.0.1:4000", '"127.0.0.1"'])(
  "the host %s is refused with the cure",
  async (host) => {
    await expect(listen(createServer(), { host, port: 0, variable: "PORT" })).rejects.toThrow(
      `Cannot listen on ${host}:0: HOST must be an address or a name of this machine, without http:// and without a port.`,
    );
  },
);

test("a port in use is refused with the variable that sets it", async () => {
  const first = createServer();
  await listen(first, { host: "127.0.0.1", port: 0, variable: "PORT" });
  const { port } = first.address() as AddressInfo;
  await expect(listen(createServer(), { host: "127.0.0.1", port, variable: "METRICS_PORT" })).rejects.toThrow(
    `port ${port} is in use. Stop what uses it, or set METRICS_PORT.`,
  );
  first.close();
});
