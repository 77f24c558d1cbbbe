import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorReply, type ErrorCode, GatewayError } from "@/lib/errors";
import { requirePrograms } from "@/scripts/setup/debian.mjs";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findFreePort } from "@/testing/database/free-port";
import { startHaproxy } from "@/testing/programs/haproxy";
import { startNginx } from "@/testing/programs/nginx";

/** Why these tests cannot run here, if they cannot. */
function missingPrograms(): string | undefined {
  try {
    requirePrograms(["nginx", "haproxy"]);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
const missing = missingPrograms();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const GUIDE = guideBlocks(readFileSync("docs/operate/proxies.md", "utf8"));

/** The lines of the guide that begin with one of these words. */
function guideLines(holds: string, words: readonly string[]): string[] {
  const block = GUIDE.find(({ text }) => text.includes(holds))?.text ?? "";
  const lines = block.split("\n").map((line) => line.trim());
  return lines.filter((line) => words.some((word) => line.startsWith(`${word} `)));
}

const NGINX_LINES = guideLines("proxy_next_upstream", ["proxy_next_upstream", "proxy_next_upstream_tries"]);
const HAPROXY_LINES = guideLines("retry-on", ["option redispatch", "retries", "retry-on"]);

/** What the node that is not well does with a call. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const served: Answer = (_, response) => response.end("served");

/** Answers as the gateway does for an error of this code. */
function refuses(code: ErrorCode): Answer {
  return (_, response) => {
    const { status, headers, body } = errorReply(new GatewayError(code, "No."));
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
}

/** Passes an upstream's failure on, after this number of attempts. */
function passesOn(status: number, attempts: number): Answer {
  return (_, response) => response.writeHead(status, { "x-gateway-attempts": String(attempts) }).end("{}");
}

/** Ends in the middle of a call, as a node does that is killed. */
const dies: Answer = (_, response) => response.destroy();

describe.skipIf(missing !== undefined)("two nodes behind a proxy with the lines of the guide", () => {
  const nodes: Server[] = [];
  /** The calls that each node was asked. */
  const asked: string[][] = [[], []];
  let unwell: Answer = served;

  beforeAll(async () => {
    for (const [at, calls] of asked.entries()) {
      const node = createServer((request, response) => {
        if (request.url === "/health/readiness") return void response.end("ready");
        request.resume().on("end", () => {
          calls.push(String(request.headers["x-call"]));
          (at === 0 ? unwell : served)(request, response);
        });
      });
      node.listen(0, "127.0.0.1");
      await once(node, "listening");
      nodes.push(node);
    }
  });
  afterEach(() => {
    for (const calls of asked) calls.length = 0;
  });
  afterAll(() => {
    for (const node of nodes) node.closeAllConnections();
    for (const node of nodes) node.close();
  });

  const portsOf = (): number[] => nodes.map((node) => (node.address() as AddressInfo).port);

  /** The proxies, which start in front of the nodes. Resolves to an address, and how to stop it. */
  const PROXIES = {
    async nginx() {
      const port = await findFreePort();
      const directives = `upstream nodes { ${portsOf()
        .map((node) => `server 127.0.0.1:${node} max_fails=0;`)
        .join(" ")} }`;
      const own = [...NGINX_LINES, "location / { proxy_pass http://nodes; }"].join("\n");
      const nginx = await startNginx([{ port, directives: own }], { directives });
      return { url: `http://127.0.0.1:${port}`, up: async () => [true, true], stop: () => nginx.stop() };
    },
    async haproxy() {
      const haproxy = await startHaproxy(portsOf(), HAPROXY_LINES);
      return { url: haproxy.url, up: () => haproxy.up(), stop: () => haproxy.stop() };
    },
  };

  /** Makes four calls, of which each node is asked two first. Answers each one's status and how often it was asked. */
  async function fourCalls(url: string): Promise<{ readonly status: number; readonly times: number }[]> {
    const results: { status: number; times: number }[] = [];
    for (const call of ["a", "b", "c", "d"]) {
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "x-call": call, connection: "close" },
        body: JSON.stringify({ model: "m" }),
      });
      await answer.text();
      results.push({ status: answer.status, times: asked.flat().filter((one) => one === call).length });
    }
    return results.sort((one, other) => one.status - other.status);
  }

  const once200 = { status: 200, times: 1 };
  describe.each(["nginx", "haproxy"] as const)("%s", (name) => {
    let proxy: Awaited<ReturnType<(typeof PROXIES)["nginx"]>>;
    beforeAll(async () => {
      proxy = await PROXIES[name]();
    });
    beforeEach(() => expect.poll(() => proxy.up()).toEqual([true, true]));
    afterAll(() => proxy?.stop());

    test.each(["journal_unavailable", "directory_unavailable", "auth_provider_unavailable", "starting"] as const)(
      "repeats a call that a node refuses with %s at the other node, and its caller sees nothing of it",
      async (code) => {
        const { status, headers } = errorReply(new GatewayError(code, "No."));
        expect([status, headers["x-gateway-attempts"]]).toEqual([503, "0"]);
        unwell = refuses(code);
        const answers = await fourCalls(proxy.url);
        expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
        expect(asked[1]?.toSorted()).toEqual(["a", "b", "c", "d"]);
        // HAProxy counts a repeated call as one of the other node, and asks the same node first again.
        expect(asked[0]?.length).toBeGreaterThanOrEqual(2);
        expect(new Set(asked[0]).size).toBe(asked[0]?.length);
      },
    );

    test.each<[what: string, answer: Answer, status: number]>([
      ["a limit that refuses", refuses("rate_limit_exceeded"), 429],
      ["a refusal by the rules", refuses("team_model_not_allowed"), 403],
      ["a defect", passesOn(500, 1), 500],
      ["an upstream that broke off", passesOn(502, 1), 502],
      ["an upstream that answered too late", passesOn(504, 2), 504],
    ])("asks nobody again after %s", async (_, answer, status) => {
      unwell = answer;
      const failed = { status, times: 1 };
      expect(await fourCalls(proxy.url)).toEqual([once200, once200, failed, failed]);
    });

    // As the guide says of nginx, which does not tell this from a node that cannot be reached.
    test(`${name === "nginx" ? "repeats" : "does not repeat"} a call whose node dies in the middle`, async () => {
      unwell = dies;
      const results = await fourCalls(proxy.url);
      expect(results.map(({ times }) => times).sort()).toEqual(name === "nginx" ? [1, 1, 2, 2] : [1, 1, 1, 1]);
      expect(results.map(({ status }) => status)).toEqual(
        name === "nginx" ? [200, 200, 200, 200] : [200, 200, 502, 502],
      );
    });
  });

  test("the lines of the guide are found", () => {
    expect(NGINX_LINES).toHaveLength(2);
    expect(HAPROXY_LINES).toHaveLength(3);
  });
});
