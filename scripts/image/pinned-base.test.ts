import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "@/scripts/setup/setup.mjs";
import { withPinnedBase } from "./pinned-base.mjs";

const TEXT = "# syntax\nARG NODE_IMAGE=node:26-bookworm-slim\nFROM ${NODE_IMAGE} AS build\n";
const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

/** A registry with one image, which answers only to the token that it gave. */
async function startRegistry(answer: string | undefined): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.startsWith("/token?")) return void response.end(JSON.stringify({ token: "a-token" }));
    const isKnown =
      request.headers.authorization === "Bearer a-token" && request.headers.accept?.includes("image.index");
    if (!isKnown || answer === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "docker-content-digest": answer }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const pinned = (text: string, url: string): Promise<string> => withPinnedBase(text, { auth: url, registry: url });

test("the base image of the Dockerfile gets the digest of its tag, and a newer one later", async () => {
  const first = await startRegistry(digest("a"));
  const once = await pinned(TEXT, first.url);
  expect(once).toBe(TEXT.replace("slim", `slim@${digest("a")}`));
  expect(first.asked).toEqual([
    "GET /token?service=registry.docker.io&scope=repository:library/node:pull",
    "HEAD /v2/library/node/manifests/26-bookworm-slim",
  ]);
  const second = await startRegistry(digest("b"));
  expect(await pinned(once, second.url)).toBe(TEXT.replace("slim", `slim@${digest("b")}`));
});

test("the repository's own Dockerfile has a base that can be pinned", async () => {
  const { url } = await startRegistry(digest("c"));
  const text = readFileSync(join(root, "Dockerfile"), "utf8");
  expect(await pinned(text, url)).toContain(`@${digest("c")}\n`);
});

test.each([
  ["a registry that does not know the image", undefined, TEXT, /answers 404 about node:26-bookworm-slim/],
  ["an answer that is not a digest", "latest", TEXT, /answers 200 about node/],
  ["a Dockerfile without such a line", digest("a"), "FROM scratch\n", /no line ARG NODE_IMAGE/],
])("%s changes nothing and says why", async (_what, answer, text, message) => {
  const { url } = await startRegistry(answer);
  await expect(pinned(text, url)).rejects.toThrow(message);
});
