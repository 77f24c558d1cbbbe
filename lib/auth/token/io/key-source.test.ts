import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answering, hanging, publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { createSigningKey, type SigningKey } from "@/local/provider/signing-keys";
import { KeySource, type KeySourceOptions } from "./key-source";

const TTL = 600;
const STALE = 3_600;
/** The longest cooldown, in seconds. */
const COOLDOWN = 5;

let first: SigningKey;
let second: SigningKey;
let server: KeyServer;
let source: KeySource;
let seconds: number;

const make = (options: Partial<KeySourceOptions> = {}): KeySource =>
  new KeySource({ url: server.url, now: () => seconds * 1_000, ttl: TTL, staleTtl: STALE, ...options });
const kids = (): (string | undefined)[] => source.keys.map(({ kid }) => kid);
const serves = (key: SigningKey): boolean => source.keysFor("RS256", key.kid).length === 1;

beforeAll(async () => {
  first = await createSigningKey("RS256");
  second = await createSigningKey("RS256");
});
beforeEach(async () => {
  seconds = 1_800_000_000;
  server = await startKeyServer(publishing(first));
  source = make();
});
afterEach(async () => {
  source.close();
  await server.stop();
});

test("a hundred tokens at once cause one fetch, and the keys are kept for their ttl", async () => {
  await Promise.all(Array.from({ length: 100 }, () => source.prepare()));
  seconds += TTL * 0.7;
  await source.prepare();
  expect([server.fetches, serves(first)]).toEqual([1, true]);
});

test("keys that are too old are not used before they are fetched again", async () => {
  await source.prepare();
  server.answer = publishing(second);
  seconds += TTL;
  expect(source.isReady).toBe(false);
  await source.prepare();
  expect([serves(first), serves(second)]).toEqual([false, true]);
});

test("keys near the end of their ttl are fetched ahead while they are still used", async () => {
  await source.prepare();
  server.answer = publishing(first, second);
  seconds += TTL * 0.9;
  const asked = server.asked();
  source.touch();
  expect(source.isReady).toBe(true);
  await asked;
  await expect.poll(kids).toEqual([first.kid, second.kid]);
});

test("a clock that is set back delays neither the next fetch nor the search for an unknown key", async () => {
  await source.prepare();
  server.answer = publishing(first, second);
  seconds -= 3_600;
  const asked = server.asked();
  source.touch();
  await asked;
  await expect.poll(kids).toEqual([first.kid, second.kid]);
  await source.seek(); // finds nothing
  server.answer = publishing(second);
  seconds -= 3_600;
  await source.seek();
  await expect.poll(kids).toEqual([second.kid]);
});

test("a discovery document leads to the keys and pins their issuer", async () => {
  const keys = await startKeyServer(publishing(first));
  server.answer = answering({ issuer: "https://issuer.example", jwks_uri: keys.url });
  await source.prepare();
  expect([source.issuer, kids()]).toEqual(["https://issuer.example", [first.kid]]);
  await keys.stop();
});

test("an unknown key that was rotated in just after a fetch is found at once, and again at the next rotation", async () => {
  await source.prepare();
  for (const key of [second, first, second]) {
    server.answer = publishing(key);
    await source.seek();
    expect(kids()).toEqual([key.kid]);
  }
  expect(server.fetches).toBe(4);
});

test("an unknown key that no provider has causes one fetch per cooldown, however many tokens name it", async () => {
  await source.prepare();
  for (let round = 0; round < 50; round++) await Promise.all(Array.from({ length: 10 }, () => source.seek()));
  expect(server.fetches).toBe(2);
  seconds += COOLDOWN;
  await Promise.all(Array.from({ length: 200 }, () => source.seek()));
  expect(server.fetches).toBe(3);
});

test("stray tokens delay a rotation by no more than a second, and a flood of them by five", async () => {
  await source.prepare();
  await source.seek();
  server.answer = publishing(second);
  seconds += 1;
  await source.seek();
  expect(kids()).toEqual([second.kid]);

  for (let second = 0; second < 60; second++) {
    seconds += 1;
    await source.seek();
  }
  expect(server.fetches - 3).toBeLessThanOrEqual(60 / COOLDOWN + 3);
  seconds += 60;
  await source.seek();
  server.answer = publishing(first);
  seconds += 1;
  await source.seek();
  expect(kids()).toEqual([first.kid]);
});

test("an unknown key causes one fetch per cooldown while the provider fails", async () => {
  await source.prepare();
  server.answer = answering("down", 500);
  for (let round = 0; round < 50; round++) await source.seek();
  expect(server.fetches).toBe(2);
  seconds += COOLDOWN;
  for (let round = 0; round < 50; round++) await source.seek();
  expect([server.fetches, serves(first)]).toEqual([3, true]);
});

test("an unknown key causes one fetch per cooldown while the provider has never answered", async () => {
  server.answer = answering("down", 500);
  for (let round = 0; round < 50; round++) {
    await source.prepare();
    await source.seek();
  }
  expect(server.fetches).toBe(1);
});

test("a key published while another fetch was running is asked for once more", async () => {
  await source.prepare();
  seconds += TTL * 0.9;
  let release: (() => void) | undefined;
  server.answer = (request, response) => {
    // The answer was written before the rotation and arrives after it.
    release = () => publishing(first)(request, response);
    server.answer = publishing(second);
  };
  const asked = server.asked();
  source.touch();
  await asked;
  const sought = [source.seek(), source.seek()];
  release?.();
  await Promise.all(sought);
  expect(kids()).toEqual([second.kid]);
  expect(server.fetches).toBe(3);
});

test("while the provider is down its keys are used until the stale limit and no longer", async () => {
  await source.prepare();
  server.answer = answering("down", 503);
  seconds += TTL;
  await source.prepare();
  expect([source.isReady, source.isFresh, serves(first)]).toEqual([true, false, true]);
  seconds += STALE - 1;
  await source.prepare();
  expect([source.isReady, serves(first)]).toEqual([true, true]);
  seconds += 1;
  await source.prepare();
  expect([source.isUsable, serves(first)]).toEqual([false, false]);
});

test("no token waits for a provider known to hang; it is asked again in the background", async () => {
  // Long enough for the good answers of a busy machine.
  source = make({ fetchTimeoutMs: 400 });
  await source.prepare();
  server.answer = hanging;
  seconds += TTL - 1;
  source.touch();
  await expect.poll(() => source.error).toContain("400 ms");
  seconds += COOLDOWN + 1;
  expect(source.isReady).toBe(true);
  server.answer = publishing(second);
  const asked = server.asked();
  await source.prepare();
  expect(serves(first)).toBe(true);
  await asked;
  await expect.poll(() => serves(second)).toBe(true);
  expect(source.error).toBeUndefined();
});

test("an old failure does not allow old keys to be used without asking again", async () => {
  await source.prepare();
  server.answer = answering("down", 500);
  await source.seek();
  server.answer = publishing(second);
  seconds += TTL + 60;
  expect(source.isReady).toBe(false);
  await source.prepare();
  expect([serves(first), serves(second)]).toEqual([false, true]);
});

describe("a bad answer never replaces a good set, and costs no more than its bound", () => {
  const dripping: Parameters<typeof startKeyServer>[0] = (_request, response) => {
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  };
  const poisons: [name: string, answer: () => Parameters<typeof startKeyServer>[0]][] = [
    ["an error", () => answering("no", 500)],
    ["HTML", () => answering("<html></html>")],
    ["nothing", () => answering("")],
    ["a list", () => answering("[]")],
    ["an empty set", () => answering({ keys: [] })],
    ["keys that are not a list", () => answering({ keys: { 0: second } })],
    ["symmetric keys alone", () => answering({ keys: [{ kty: "oct", k: "c2VjcmV0", kid: "a" }] })],
    ["encryption keys alone", () => answering({ keys: [{ ...second, d: undefined, use: "enc" }] })],
    [
      "more keys than anybody has",
      () => answering({ keys: Array.from({ length: 101 }, (_, at) => ({ kty: "EC", kid: String(at) })) }),
    ],
    ["the keys twice", () => answering(`{"keys":[],"keys":${JSON.stringify([second])}}`)],
    ["a huge answer", () => answering({ keys: [second], x: "x".repeat(300 * 1024) })],
    ["a deep answer", () => answering(`{"keys":${"[".repeat(100_000)}`)],
    ["a slow drip", () => dripping],
    ["silence", () => hanging],
    [
      "half an answer",
      () => (_request, response) =>
        void response.writeHead(200, { "content-length": "1000" }).write('{"keys":', () => response.destroy()),
    ],
    ["a redirect", () => answering("", 302, { location: "http://127.0.0.1:9/inner" })],
    ["a discovery document without keys behind it", () => answering({ issuer: "x", jwks_uri: server.url })],
    ["a discovery document that leads to a file", () => answering({ issuer: "x", jwks_uri: "file:///etc/passwd" })],
  ];
  test.each(poisons)("a bad answer never replaces good keys, and its cost is bounded: %s", async (_name, poison) => {
    source = make({ fetchTimeoutMs: 1_000 });
    await source.prepare();
    server.answer = poison();
    seconds += TTL;
    await source.prepare();
    expect([kids(), source.isReady]).toEqual([[first.kid], true]);
    expect(source.error).toBeTruthy();
    expect(source.error?.length).toBeLessThan(200);
  });

  test("a redirect is not followed", async () => {
    const inner = await startKeyServer(publishing(second));
    server.answer = answering("", 307, { location: inner.url });
    await source.prepare();
    expect([inner.fetches, source.isUsable]).toEqual([0, false]);
    expect(source.error).toContain("redirect");
    await inner.stop();
  });

  test("a discovery document that changes its issuer, or is replaced by bare keys, is refused", async () => {
    const keys = await startKeyServer(publishing(first));
    server.answer = answering({ issuer: "https://issuer.example", jwks_uri: keys.url });
    await source.prepare();
    for (const poison of [answering({ issuer: "https://other.example", jwks_uri: keys.url }), publishing(second)]) {
      server.answer = poison;
      await source.refresh();
      expect([source.issuer, kids()]).toEqual(["https://issuer.example", [first.kid]]);
      expect(source.error).toContain("issuer");
    }
    await keys.stop();
  });
});

test("each change in a provider's state is reported once", async () => {
  const events: string[] = [];
  source = make({
    observe: (event, { keys, error }) =>
      events.push(`${event} ${keys.length}${error === undefined ? "" : `: ${error}`}`),
  });
  await source.prepare();
  server.answer = answering("down", 500);
  for (let round = 0; round < 3; round++) await source.refresh();
  server.answer = publishing(first, second);
  for (let round = 0; round < 3; round++) await source.refresh();
  expect(events).toEqual(["changed 1", "failed 1: the provider answered 500", "recovered 2", "changed 2"]);
});

test("a drill says what would change and changes nothing", async () => {
  server.answer = publishing(first, second);
  await source.prepare();
  const third = await createSigningKey("ES256");
  server.answer = publishing(second, third);
  const { added, removed, kept } = await source.drill();
  expect([added, removed, kept].map((keys) => keys.map(({ kid }) => kid))).toEqual([
    [third.kid],
    [first.kid],
    [second.kid],
  ]);
  expect(kids()).toEqual([first.kid, second.kid]);
});

test("a drill treats a different key under the same kid as a different key", async () => {
  await source.prepare();
  server.answer = publishing({ ...second, kid: first.kid });
  const { added, removed, kept } = await source.drill();
  expect([added.length, removed.length, kept.length]).toEqual([1, 1, 0]);
});

test("a drill fails as a fetch would", async () => {
  await source.prepare();
  server.answer = answering({ keys: [] });
  await expect(source.drill()).rejects.toThrow("no usable public signature key");
  expect(source.error).toBeUndefined();
});
