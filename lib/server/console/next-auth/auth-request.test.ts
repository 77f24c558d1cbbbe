import { describe, expect, test } from "vitest";
import { boundedAuthRequest } from "./auth-request";

const BOUND = 64 * 1024;

function post(body: BodyInit): Request {
  return new Request("http://gateway.test/api/auth/callback/master-key", {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit);
}

/** A body without a length and without an end, and how many bytes of it were read. */
function endless(): { readonly body: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    taken += 16 * 1024;
    controller.enqueue(new Uint8Array(16 * 1024));
  };
  return { body: new ReadableStream({ pull }), taken: () => taken };
}

describe("a request to the console's sign-in", () => {
  test("keeps a body of 64 KiB", async () => {
    const bounded = await boundedAuthRequest(post("k".repeat(BOUND)), ["callback", "master-key"]);
    expect("body" in bounded && bounded.body?.length).toBe(BOUND);
  });

  test("without a body has none", async () => {
    const request = new Request("http://gateway.test/api/auth/session");
    expect(await boundedAuthRequest(request, ["session"])).toEqual({ body: undefined });
  });

  test("is refused with 413 one byte above 64 KiB", async () => {
    const bounded = await boundedAuthRequest(post("k".repeat(BOUND + 1)), ["callback", "master-key"]);
    if (!("refusal" in bounded)) throw new Error("not refused");
    expect(bounded.refusal.status).toBe(413);
    expect((await bounded.refusal.json()).error.code).toBe("payload_too_large");
  });

  test("is refused with 413 when a body without a length goes beyond 64 KiB, and the rest is not read", async () => {
    const { body, taken } = endless();
    const bounded = await boundedAuthRequest(post(body), ["callback", "master-key"]);
    expect("refusal" in bounded && bounded.refusal.status).toBe(413);
    expect(taken()).toBeLessThan(2 * BOUND);
  });

  test("is refused with 400 when its body says that it is JSON and is not", async () => {
    const request = new Request("http://gateway.test/api/auth/signout", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: "{",
    });
    const bounded = await boundedAuthRequest(request, ["signout"]);
    expect("refusal" in bounded && bounded.refusal.status).toBe(400);
  });

  test("is refused with 405 when it gives a master key with GET", async () => {
    const request = new Request("http://gateway.test/api/auth/callback/master-key");
    const bounded = await boundedAuthRequest(request, ["callback", "master-key"]);
    expect("refusal" in bounded && [bounded.refusal.status, bounded.refusal.headers.get("allow")]).toEqual([
      405,
      "POST",
    ]);
  });

  test("finds no route that writes to the log", async () => {
    const bounded = await boundedAuthRequest(post("{}"), ["_log"]);
    expect("refusal" in bounded && bounded.refusal.status).toBe(404);
  });
});
