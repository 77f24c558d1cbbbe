import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSigningKey, type SigningKey } from "@/local/provider/signing-keys";
import { answering, publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { KeySource } from "./key-source";

const TTL = 600;

let first: SigningKey;
let second: SigningKey;
let server: KeyServer;
let source: KeySource;
let seconds: number;

const serves = (key: SigningKey): boolean => source.keysFor("RS256", key.kid).length === 1;

beforeAll(async () => {
  [first, second] = await Promise.all([createSigningKey("RS256"), createSigningKey("RS256")]);
});
beforeEach(async () => {
  seconds = 1_800_000_000;
  server = await startKeyServer(publishing(first));
  source = new KeySource({ url: server.url, now: () => seconds * 1_000, ttl: TTL, staleTtl: 6 * TTL });
});
afterEach(async () => {
  source.close();
  await server.stop();
});

test("a provider that answers only every other time keeps its keys", async () => {
  await source.prepare();
  for (let round = 0; round < 6; round++) {
    server.answer = round % 2 === 0 ? answering("", 500) : publishing(first);
    seconds += TTL;
    await source.prepare();
    expect([round, serves(first), source.isReady]).toEqual([round, true, true]);
  }
});

test("the same keys in another order change nothing, so no token is verified again", async () => {
  server.answer = publishing(first, second);
  await source.prepare();
  const { generation } = source;
  for (const keys of [
    [second, first],
    [first, second, first],
  ]) {
    server.answer = publishing(...keys);
    seconds += TTL;
    await source.prepare();
    expect([source.generation, serves(first), serves(second)]).toEqual([generation, true, true]);
  }
});
