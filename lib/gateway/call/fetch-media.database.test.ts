import { createServer, type RequestListener, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeldBody } from "@/lib/gateway/request/body-memory";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const PDF = Buffer.from("%PDF-1.7 a short document");

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
let files: Server;
let answerFile: RequestListener;
let asked: { path: string; headers: NodeJS.Dict<string | string[]> }[];
let host: string;

beforeAll(async () => {
  files = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
    answerFile(request, response);
  }).listen(0, "127.0.0.1");
  await once(files, "listening");
  host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { media_hosts: [host, "169.254.169.254"] },
      model_list: [{ model_name: "m", gateway_params: { model: "groq/m", api_base: upstream.apiBase } }],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  files?.closeAllConnections();
  files?.close();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

function document(url: string): object {
  return { type: "document", source: { type: "url", url } };
}

async function send(...urls: string[]): Promise<{ status: number; message: string; sent: unknown }> {
  upstream.requests.length = 0;
  asked = [];
  const response = await gateway.send("/v1/messages", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", max_tokens: 9, messages: [{ role: "user", content: urls.map(document) }] }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: error?.message ?? "", sent: upstream.requests[0]?.body };
}

const sendPdf: RequestListener = (_, response) => response.setHeader("content-type", "application/pdf").end(PDF);

test("a document by address goes up as its bytes, fetched once, without anything of the caller's", async () => {
  answerFile = sendPdf;
  const { status, sent } = await send(`http://${host}/a.pdf?b=c`, `http://${host}/a.pdf?b=c`);
  expect(status).toBe(200);
  const file = {
    type: "file",
    file: { filename: "document.pdf", file_data: `data:application/pdf;base64,${PDF.toString("base64")}` },
  };
  expect(sent).toMatchObject({ messages: [{ role: "user", content: [file, file] }] });
  expect(asked.map(({ path }) => path)).toEqual(["/a.pdf?b=c"]);
  expect(asked[0]?.headers).not.toHaveProperty("authorization");
  expect(gateway.services.bodies.taken).toBe(0);
});

describe("what cannot be fetched is refused, and named", () => {
  const AT = "messages.0.content.0.source";

  test.each<[string, RequestListener, string]>([
    ["a redirect", (_, answer) => answer.writeHead(302, { location: `http://${host}/b` }).end(), "answered 302"],
    ["a file that is not there", (_, answer) => answer.writeHead(404).end(), "answered 404"],
    ["an image", (_, answer) => answer.setHeader("content-type", "image/png").end("?"), "is not a document"],
    ["a connection that breaks", ({ socket }) => socket.destroy(), "cannot be fetched"],
    [
      "a file that says it is too large",
      (_, answer) => answer.writeHead(200, { "content-length": "20000001" }).write("%"),
      "larger than 20 MB",
    ],
    [
      "a file that grows too large",
      (_, answer) => answer.writeHead(200).write(Buffer.alloc(20_000_001, 0x20)),
      "larger than 20 MB",
    ],
  ])("%s", async (_, answer, says) => {
    answerFile = answer;
    const { status, message, sent } = await send(`http://${host}/a.pdf`);
    expect({ status, sent }).toEqual({ status: 400, sent: undefined });
    expect(message).toContain(AT);
    expect(message).toContain(says);
    expect(asked).toHaveLength(1);
    expect(gateway.services.bodies.taken).toBe(0);
  });

  test("a file whose room others have taken, which is for later and not the caller's fault", async () => {
    const MIB = 1024 * 1024;
    const { bodies } = gateway.services;
    const others: HeldBody[] = [];
    for (let isFull = false; !isFull;) {
      const one = bodies.enter("master-key");
      try {
        one.grow(MIB);
        others.push(one);
      } catch {
        isFull = true;
      }
    }
    // For the call itself.
    others.pop()?.release();
    const { taken } = bodies;
    answerFile = (_, answer) => answer.setHeader("content-type", "application/pdf").end(Buffer.alloc(MIB, 0x20));
    const { status, message, sent } = await send(`http://${host}/a.pdf`);
    expect({ status, message, sent, taken: bodies.taken }).toEqual({
      status: 503,
      message: expect.stringContaining("Too many large bodies of this caller are in flight"),
      sent: undefined,
      taken,
    });
    for (const other of others) other.release();
  });

  test("a file that is not there within ten seconds, whether its host is silent or slow", async () => {
    const dripping = new Set<ReturnType<typeof setInterval>>();
    answerFile = ({ url }, answer) => {
      if (url === "/silent.pdf") return;
      answer.writeHead(200, { "content-type": "application/pdf" });
      dripping.add(setInterval(() => answer.write("%"), 100));
    };
    const startedAt = performance.now();
    const answers = await Promise.all(["silent", "slow"].map((name) => send(`http://${host}/${name}.pdf`)));
    expect(performance.now() - startedAt).toBeGreaterThan(9_900);
    for (const drip of dripping) clearInterval(drip);
    for (const { status, message, sent } of answers) {
      expect({ status, sent }).toEqual({ status: 400, sent: undefined });
      expect(message).toMatch(/^messages\.0\.content\.0\.source\.type: .*within 10 seconds/);
    }
    expect(gateway.services.bodies.taken).toBe(0);
  });

  test("a host that is not listed is not asked", async () => {
    answerFile = sendPdf;
    const { status, message } = await send(`http://localhost:${host.split(":")[1]}/a.pdf`);
    expect({ status, asked: asked.length }).toEqual({ status: 400, asked: 0 });
    expect(message).toContain("general_settings.media_hosts");
  });

  test("an address of cloud metadata is not asked even if it is listed", async () => {
    const { status, message } = await send("http://169.254.169.254/a.pdf");
    expect(status).toBe(400);
    expect(message).toContain("link-local or serves cloud metadata");
  });

  test("more files than a call may name", async () => {
    const { status, message } = await send(...Array.from({ length: 21 }, (_, n) => `http://${host}/${n}`));
    expect({ status, asked: asked.length }).toEqual({ status: 400, asked: 0 });
    expect(message).toContain("at most 20");
  });
});
