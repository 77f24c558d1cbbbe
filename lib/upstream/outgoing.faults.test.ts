import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer as createPlainServer, type Server } from "node:http";
import { createServer } from "node:https";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_PROXY, type ProxyFor } from "@/lib/http/proxy-address";
import { bundleChild, type ChildBundle } from "@/testing/gateway/child-bundle";
import { makeAuthority } from "@/testing/tls/certificates";
import { startConnectProxy, type ConnectProxy } from "@/testing/tls/connect-proxy";
import type { ChildOrder } from "@/testing/tls/fetch-child";
import { credentialPorts } from "./credentials/ports";
import { upstreamFailure } from "./failure";
import { createUpstreams } from "./pools";

const root = makeAuthority("Test root");
const middle = root.delegate("Test issuer");
const own = middle.issue("upstream");

let folder: string;
let child: ChildBundle;
let secure: Server;
let plain: Server;
let proxy: ConnectProxy;
/** Leads every tunnel to the server with TLS, whatever it was asked for. */
let leading: ConnectProxy;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gateway-tls-"));
  plain = createPlainServer((_request, response) => void response.end("plain"));
  secure = createServer(
    {
      cert: own.certificate + middle.certificate,
      key: own.key,
      ca: root.certificate,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      const name = socket.authorized ? socket.getPeerCertificate().subject.CN : "nobody";
      response.setHeader("connection", "close").end(`hello ${name}`);
    },
  );
  for (const server of [plain, secure]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  [child, proxy, leading] = await Promise.all([
    bundleChild("testing/tls/fetch-child.ts"),
    startConnectProxy({ port: portOf(plain) }),
    startConnectProxy({ port: portOf(secure) }),
  ]);
});
afterAll(async () => {
  child?.remove();
  for (const server of [plain, secure]) server?.close();
  await Promise.all([proxy?.stop(), leading?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A file of the test's folder. */
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Starts a process with these variables and returns what it prints. */
async function ask(order: ChildOrder, variables: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [child.path, JSON.stringify(order)], {
    env: { NODE_ENV: "test", PATH: process.env["PATH"], ...variables },
  });
  return stdout.trim();
}

const trusted = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: file("root.pem", root.certificate) });
const here = (): string => `https://localhost:${portOf(secure)}/`;

describe("a private authority", () => {
  test("an upstream whose certificate comes from it is refused, and trusted with NODE_EXTRA_CA_CERTS", async () => {
    expect(await ask({ url: here() })).toMatch(/^(UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN)$/);
    expect(await ask({ url: here() }, trusted())).toBe("hello nobody");
  });
});

describe("a client certificate", () => {
  const first = root.issue("first");
  const second = root.issue("second");

  test("an upstream gets it from files, and the renewed one at the next connection", async () => {
    const certificate = file("client.pem", first.certificate);
    const key = file("client.key", first.key);
    const renewed = [
      [file("next.pem", second.certificate), certificate],
      [file("next.key", second.key), key],
    ] as const;
    expect(await ask({ url: here(), certificate, key, renewed }, trusted())).toBe("hello first\nhello second");
  });

  test("an upstream gets it from PEM in a variable, also through a proxy", async () => {
    const { certificate, key } = first;
    const url = "https://upstream.example/";
    expect(await ask({ url, certificate, key }, { ...trusted(), HTTPS_PROXY: leading.url })).toBe("hello first");
  });

  test("a file that is missing, or is not PEM, fails the call and not the process", async () => {
    const key = file("other.key", first.key);
    expect(await ask({ url: here(), certificate: join(folder, "none.pem"), key }, trusted())).toBe("ENOENT");
    const certificate = file("broken.pem", "nothing");
    expect(await ask({ url: here(), certificate, key }, trusted())).toMatch(/^ERR_OSSL|PEM/);
  });
});

describe("a proxy", () => {
  test("an https address goes through HTTPS_PROXY with its password, and its certificate is checked against its own name", async () => {
    const asked = leading.asked.length;
    const through = { ...trusted(), HTTPS_PROXY: leading.url.replace("//", "//user:p%40ss@") };
    expect(await ask({ url: "https://upstream.example/" }, through)).toBe("hello nobody");
    expect(leading.asked.at(asked)).toMatchObject({
      place: "upstream.example:443",
      headers: { "proxy-authorization": `Basic ${Buffer.from("user:p@ss").toString("base64")}` },
    });
    expect(await ask({ url: "https://other.example/" }, through)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test("libraries with an agent of node:https go through it too, or directly", async () => {
    const through = { ...trusted(), HTTPS_PROXY: leading.url };
    expect(await ask({ url: "https://upstream.example/", asLibrary: true }, through)).toBe("hello nobody");
    expect(await ask({ url: "https://other.example/", asLibrary: true }, through)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(await ask({ url: here(), asLibrary: true }, through)).toBe("hello nobody");
    const away = { ...trusted(), HTTPS_PROXY: "http://127.0.0.1:9" };
    expect(await ask({ url: "https://upstream.example/", asLibrary: true }, away)).toBe("ECONNREFUSED");
  });

  test("an address of this machine, and one in NO_PROXY, are reached directly", async () => {
    const asked = leading.asked.length;
    expect(await ask({ url: here() }, { ...trusted(), HTTPS_PROXY: leading.url })).toBe("hello nobody");
    const direct = { ...trusted(), HTTPS_PROXY: leading.url, NO_PROXY: "upstream.example" };
    expect(await ask({ url: "https://upstream.example/" }, direct)).toBe("ENOTFOUND");
    expect(leading.asked.length).toBe(asked);
  });
});

describe("a proxy, within one process", () => {
  const through: ProxyFor = () => {
    const { hostname, port } = new URL(proxy.url);
    return { isSecure: false, hostname, port: Number(port), authorization: undefined };
  };

  async function outcome(origin: string, proxyFor: ProxyFor = through, connectMs = 5_000): Promise<string> {
    const upstreams = createUpstreams(undefined, proxyFor);
    try {
      const { body } = await upstreams.pool(origin, connectMs).request({ method: "GET", path: "/" });
      return await body.text();
    } catch (error) {
      const { code, options } = upstreamFailure(error);
      return `${code}: ${options.cause instanceof Error ? options.cause.message : ""}`;
    } finally {
      await upstreams.close();
    }
  }

  test("an http address goes through a tunnel as well, and IPv6 addresses are asked for in brackets", async () => {
    expect(await outcome("http://upstream.example:8080")).toBe("plain");
    expect(proxy.asked.at(-1)?.place).toBe("upstream.example:8080");
    expect(await outcome("http://[2001:db8::1]")).toBe("plain");
    expect(proxy.asked.at(-1)?.place).toBe("[2001:db8::1]:80");
  });

  test("who gives out credentials is asked through it, and the machine's own service is not", async () => {
    const upstreams = createUpstreams(undefined, through);
    const ports = credentialPorts({ now: Date.now, upstreams, variable: () => undefined });
    const { signal } = new AbortController();
    const given = await ports.ask({ method: "POST", url: "http://sts.example/", body: "a=b" }, signal);
    expect([given.text, proxy.asked.at(-1)?.place]).toEqual(["plain", "sts.example:80"]);
    const asked = proxy.asked.length;
    const near = await ports.askMachine({ method: "GET", url: `http://127.0.0.1:${portOf(plain)}/` }, signal);
    expect([near.text, proxy.asked.length]).toEqual(["plain", asked]);
    await upstreams.close();
  });

  test("requests that follow one another share a tunnel", async () => {
    const asked = proxy.asked.length;
    const upstreams = createUpstreams(undefined, through);
    for (let request = 0; request < 3; request++)
      await (await upstreams.pool("http://upstream.example", 5_000).request({ method: "GET", path: "/" })).body.dump();
    await upstreams.close();
    expect(proxy.asked.length).toBeLessThan(asked + 3);
  });

  test.each(["http://169.254.169.254", "https://[fe80::1]", "http://2852039166"])(
    "%s is refused before the proxy is asked",
    async (origin) => {
      const asked = proxy.asked.length;
      expect(await outcome(new URL(origin).origin)).toMatch(/link-local or serves cloud metadata/);
      expect(proxy.asked.length).toBe(asked);
    },
  );

  test.each([
    [403, "upstream_unreachable: the proxy answered 403 to CONNECT"],
    [407, "upstream_unreachable: the proxy answered 407 to CONNECT"],
    [502, "upstream_unreachable: the proxy answered 502 to CONNECT"],
  ])(
    "a proxy that answers %i to CONNECT is an unreachable upstream, and the log can say why",
    async (status, words) => {
      proxy.refuse = status;
      expect(await outcome("https://upstream.example")).toBe(words);
      proxy.refuse = undefined;
    },
  );

  test("a proxy that never answers is a timeout", async () => {
    proxy.refuse = 0;
    expect(await outcome("https://upstream.example", through, 50)).toMatch(/^upstream_timeout/);
    proxy.refuse = undefined;
  });

  test("a proxy that is away is an unreachable upstream, and without one nothing changes", async () => {
    const away: ProxyFor = () => ({ isSecure: false, hostname: "127.0.0.1", port: 9, authorization: undefined });
    expect(await outcome("https://upstream.example", away)).toMatch(/^upstream_unreachable: .*ECONNREFUSED/);
    expect(await outcome(`http://127.0.0.1:${portOf(plain)}`, NO_PROXY)).toBe("plain");
  });
});
