import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, fetch, type RequestInit, type Response } from "undici";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { requirePrograms } from "@/scripts/setup/debian.mjs";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findFreePort } from "@/testing/database/free-port";
import { type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { type Nginx, startNginx } from "@/testing/programs/nginx";
import { makeAuthority } from "@/testing/tls/certificates";

/** Why these tests cannot run here, if they cannot. */
function missingPrograms(): string | undefined {
  try {
    requirePrograms(["nginx"]);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
const missing = missingPrograms();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const PREFIX = "/llm/gateway";

/** The guide's whole file for two nodes, at these addresses: what stands beside the server, and in it. */
function twoNodes(addresses: readonly [string, string]): { beside: string; server: string } {
  const block = guideBlocks(readFileSync("docs/operate/proxies.md", "utf8")).find(({ text }) =>
    text.startsWith("upstream gateways"),
  );
  const [beside = "", server = ""] = (block?.text ?? "").split(/^server \{$/m);
  expect(beside).toContain("10.0.0.12:4000");
  return {
    beside: beside.replace("10.0.0.11:4000", addresses[0]).replace("10.0.0.12:4000", addresses[1]),
    // The test has an address and a certificate of its own.
    server: server
      .replace(/^ {2}(?:listen|server_name|ssl_certificate|ssl_certificate_key) .*$/gm, "")
      .trimEnd()
      .replace(/\}$/, ""),
  };
}

/** The lines for nginx in the guide, for a gateway at this address. */
function guideLines(proxied: string): string {
  const block = guideBlocks(readFileSync("docs/operate/proxies.md", "utf8")).find(
    ({ language }) => language === "nginx",
  );
  const lines = block?.text ?? "";
  expect(lines).toContain("http://127.0.0.1:4000;");
  return lines.replace("http://127.0.0.1:4000;", `${proxied};`);
}

describe.skipIf(missing !== undefined)("behind Debian's nginx, with TLS and a prefix, as the guide sets it up", () => {
  const authority = makeAuthority("an authority of the tests");
  const agent = new Agent({ connect: { ca: authority.certificate } });
  /** By whether nginx takes the prefix away. */
  const ports = new Map<boolean, number>();
  let upstream: LocalUpstream;
  let gateway: GatewayProcess;
  let nginx: Nginx;

  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGatewayWithDatabase({
      environment: { GATEWAY_BASE_PATH: PREFIX, GATEWAY_TRUSTED_PROXIES: "127.0.0.1" },
      config: {
        model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
      },
    });
    for (const isStripped of [false, true]) ports.set(isStripped, await findFreePort());
    nginx = await startNginx(
      [...ports].map(([isStripped, port]) => ({
        port,
        directives: guideLines(isStripped ? `${gateway.url}/` : gateway.url),
      })),
      { certified: authority.issue("localhost") },
    );
  });
  afterAll(async () => {
    await nginx?.stop();
    await gateway?.stop();
    await upstream?.stop();
    await agent.close();
  });

  describe.each([
    ["passes the prefix on", false],
    ["takes the prefix away", true],
  ])("and nginx %s", (_way, isStripped) => {
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`https://127.0.0.1:${ports.get(isStripped)}${PREFIX}${path}`, {
        ...init,
        dispatcher: agent,
        redirect: "manual",
      });

    test("the API answers, and its description names the prefix", async () => {
      expect((await ask("/health/readiness")).status).toBe(200);
      expect(await (await ask("/openapi.json")).json()).toMatchObject({ servers: [{ url: PREFIX }] });
    });

    test("a page and all its files are below the prefix", async () => {
      const leading = await ask("/console", { headers: { accept: "text/html" } });
      expect([leading.status, leading.headers.get("location")]).toEqual([307, `${PREFIX}/console/sign-in`]);
      const page = await (await ask("/console/sign-in", { headers: { accept: "text/html" } })).text();
      const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = ""]) => file);
      expect(files.length).toBeGreaterThan(5);
      for (const file of files) {
        expect(file).toMatch(/^\/llm\/gateway\//);
        const answer = await ask(file.slice(PREFIX.length));
        expect(answer.status, file).toBe(200);
        await answer.arrayBuffer();
      }
    });

    test("cookies are for TLS and the prefix alone", async () => {
      const cookies = (await ask("/api/auth/csrf")).headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; Path=\/llm\/gateway; .*Secure/i);
    });

    test("a stream arrives as it is made, although nginx buffers answers", async () => {
      const calling = new AbortController();
      const answer = await ask("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
        // The upstream sends three tokens and then nothing, for as long as the connection lives.
        body: JSON.stringify({ model: "local/stall-3", stream: true, messages: [{ role: "user", content: "Hello" }] }),
        signal: calling.signal,
      });
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      expect(Buffer.from(first?.value ?? []).toString()).toContain("data: ");
      calling.abort();
    });

    test("the log names the address of the caller, and not nginx's", async () => {
      const csrf = await ask("/api/auth/csrf");
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const caller = isStripped ? "203.0.113.8" : "203.0.113.7";
      await ask("/api/auth/callback/master-key", {
        method: "POST",
        headers: {
          cookie: csrf.headers
            .getSetCookie()
            .map((cookie) => cookie.split(";")[0])
            .join("; "),
          "x-forwarded-for": caller,
        },
        body: new URLSearchParams({ csrfToken, key: "sk-wrong", json: "true" }),
      });
      // The guide's nginx appends its own caller, here a trusted address, to the header that it got.
      await expect
        .poll(() =>
          gateway.output
            .split("\n")
            .filter((line) => line.includes("console.master_key_refused"))
            .at(-1),
        )
        .toContain(caller);
      const models = await ask("/v1/models", { headers: { authorization: "Bearer none", "x-forwarded-for": caller } });
      const id = models.headers.get("x-request-id") ?? "none";
      await expect
        .poll(() => gateway.output.split("\n").find((line) => line.includes("request.finished") && line.includes(id)))
        .toContain(`"client_address":"${caller}"`);
    });

    test("an address beside the prefix is not the gateway's", async () => {
      const beside = await fetch(`https://127.0.0.1:${ports.get(isStripped)}/console`, { dispatcher: agent });
      expect(beside.status).toBe(404);
    });
  });
});

test.skipIf(missing !== undefined)("the guide's file for two nodes sends on what one of them refuses", async () => {
  const authority = makeAuthority("an authority of the tests");
  const agent = new Agent({ connect: { ca: authority.certificate } });
  let refused = 0;
  const refusing = createServer((request, response) => {
    refused++;
    request.resume();
    response.writeHead(503, { "x-gateway-attempts": "0" }).end();
  });
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const upstream = await startUpstream();
  const gateway = await startGatewayWithDatabase({
    environment: { GATEWAY_TRUSTED_PROXIES: "127.0.0.1", GATEWAY_CONSOLE: "off" },
    config: {
      model_list: [{ model_name: "local/*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
  const { port: refusingPort } = refusing.address() as AddressInfo;
  const { beside, server } = twoNodes([`127.0.0.1:${refusingPort}`, new URL(gateway.url).host]);
  const port = await findFreePort();
  const nginx = await startNginx([{ port, directives: server }], {
    certified: authority.issue("localhost"),
    directives: beside,
  });
  try {
    for (let at = 0; at < 4; at++) {
      const answer = await fetch(`https://127.0.0.1:${port}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "local/echo", messages: [{ role: "user", content: "Hello" }] }),
        dispatcher: agent,
      });
      expect(answer.status, await answer.text()).toBe(200);
    }
    expect(refused).toBeGreaterThan(0);
  } finally {
    await nginx.stop();
    refusing.close();
    await gateway.stop();
    await upstream.stop();
    await agent.close();
  }
});
