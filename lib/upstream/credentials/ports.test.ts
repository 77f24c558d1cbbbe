import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUpstreams, type Upstreams } from "../pools";
import { servesMachine } from "./machine-address";
import { credentialPorts } from "./ports";

let server: Server;
let upstreams: Upstreams;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const length = request.url === "/large" ? 2 * 1024 * 1024 : 5;
    response.writeHead(request.method === "PUT" ? 403 : 200, { "X-Kind": "a" }).end("x".repeat(length));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  upstreams = createUpstreams((_name, _options, done) => done(null, [{ address: "169.254.169.254", family: 4 }]));
  folder = mkdtempSync(join(tmpdir(), "gateway-credentials-"));
});
afterAll(async () => {
  server.close();
  await upstreams.close();
  rmSync(folder, { recursive: true, force: true });
});
const ports = () =>
  credentialPorts({ now: () => 7, upstreams, variable: (name) => ({ SET: " value\n", BLANK: " " })[name] });
const signal = new AbortController().signal;
const here = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

describe("what serves credentials to a machine", () => {
  test.each([
    ["http://169.254.169.254/latest", true],
    ["http://0xa9fea9fe/latest", true],
    ["http://169.254.170.2/v2", true],
    ["http://169.254.170.23/v1", true],
    ["http://[fd00:ec2::23]/v1", true],
    ["http://[fd00:0ec2:0::23]/v1", true],
    ["http://metadata.google.internal/computeMetadata", true],
    ["http://169.254.129.3:8081/msi/token", true],
    ["http://localhost:42356/msi/token", true],
    ["http://127.0.0.1:1/", true],
    ["http://169.254.1.1/", false],
    ["http://10.0.0.1/", false],
    ["http://metadata.google.internal.example.com/", false],
    ["http://168.63.129.16/", false],
  ])("%s: %s", (url, serves) => {
    expect(servesMachine(new URL(url).hostname)).toBe(serves);
  });
  test("it is asked, and any other host is not", async () => {
    expect(await ports().askMachine({ method: "GET", url: here("/") }, signal)).toMatchObject({
      status: 200,
      headers: { "x-kind": "a" },
      text: "xxxxx",
    });
    await expect(ports().askMachine({ method: "GET", url: "http://10.0.0.1/" }, signal)).rejects.toThrow(
      "10.0.0.1 serves no credentials to this machine",
    );
  });
});

describe("an address that settings may name", () => {
  test.each(["http://169.254.169.254/latest", "http://[fd00:ec2::254]/", "http://sts.example/"])(
    "a metadata service is not asked as %s, whatever the name resolves to",
    async (url) => {
      await expect(ports().ask({ method: "GET", url }, signal)).rejects.toThrow(
        "is link-local or serves cloud metadata, and is not asked",
      );
    },
  );
  test("an answer of any status is an answer, and one that is too large is none", async () => {
    expect(await ports().ask({ method: "PUT", url: here("/"), body: "x" }, signal)).toMatchObject({ status: 403 });
    await expect(ports().ask({ method: "GET", url: here("/large") }, signal)).rejects.toThrow("larger than 1 MiB");
  });
  test("one that does not answer is named, with the code of the failure", async () => {
    await expect(ports().ask({ method: "GET", url: "http://127.0.0.1:9/" }, signal)).rejects.toThrow(
      "127.0.0.1 does not answer (ECONNREFUSED)",
    );
  });
});

test("variables come without white space, and a blank one is unset", () => {
  expect(["SET", "BLANK", "OTHER"].map((name) => ports().variable(name))).toEqual(["value", undefined, undefined]);
});

test("a file is read, and one that is not there is named", async () => {
  const path = join(folder, "token");
  writeFileSync(path, "jwt\n");
  expect(await ports().readFile(path)).toBe("jwt\n");
  await expect(ports().readFile(`${path}s`)).rejects.toThrow(`the file ${path}s cannot be read (ENOENT)`);
});
