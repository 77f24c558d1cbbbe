import { describe, expect, test } from "vitest";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { apiRequest } from "@/testing/gateway/api-request";
import { BodyMemory, declaredLength } from "./body-memory";

const LIMIT = 1_000;
const refusalOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
};

describe("the room for bodies", () => {
  test("gives one caller at most half, and others the rest", () => {
    const room = new BodyMemory(LIMIT);
    room.enter("a").grow(300);
    expect(refusalOf(() => room.enter("a").grow(201))).toMatchObject({
      code: "overloaded",
      status: 503,
      options: { headers: { "retry-after": "1" } },
    });
    room.enter("a").grow(200);
    room.enter("b").grow(500);
    expect(refusalOf(() => room.enter("c").grow(1))).toMatchObject({ code: "overloaded" });
    expect(room.taken).toBe(LIMIT);
  });

  test("refuses for good what would never fit", () => {
    const room = new BodyMemory(LIMIT);
    expect(refusalOf(() => room.enter("a").grow(501))).toMatchObject({ code: "payload_too_large", status: 413 });
    const body = room.enter("a");
    body.grow(400);
    // About 64 bytes each, besides the bytes of the body.
    expect(refusalOf(() => body.growByMembers(2))).toMatchObject({ code: "payload_too_large" });
    expect(room.taken).toBe(400);
  });

  test("is given back once, also by a body that was refused half-way", () => {
    const room = new BodyMemory(LIMIT);
    const [one, other] = [room.enter("a"), room.enter("a")];
    one.grow(400);
    expect(refusalOf(() => other.grow(200))).toMatchObject({ code: "overloaded" });
    other.release();
    one.release();
    one.release();
    expect(room.taken).toBe(0);
    room.enter("a").grow(500);
  });

  test("is looked for before the first byte of a body that says its length, and only for what it may send", async () => {
    const room = new BodyMemory(LIMIT);
    const request = apiRequest({ headers: { "content-length": "600" }, body: Buffer.alloc(600) });
    expect(refusalOf(() => room.enter("a").read(request, 1e6))).toMatchObject({ code: "payload_too_large" });
    await room.enter("a").read(request, 100);
    expect(room.taken).toBe(0);
  });

  test("is taken as bytes come, so that a body that is announced and not sent takes none", async () => {
    const room = new BodyMemory(LIMIT);
    let arrive: (size: number) => void = () => {};
    const readBody: ApiRequest["readBody"] = (_limit, onBytes) => {
      arrive = (size) => onBytes?.(size);
      return new Promise(() => {});
    };
    const announced = { ...apiRequest({ headers: { "content-length": "400" } }), readBody };
    for (let time = 0; time < 9; time++) void room.enter("a").read(announced, 1e6);
    expect(room.taken).toBe(0);
    arrive(30);
    arrive(300);
    expect(room.taken).toBe(300);
    expect(refusalOf(() => room.enter("a").read(announced, 1e6))).toMatchObject({ code: "overloaded" });
    expect(refusalOf(() => arrive(501))).toMatchObject({ code: "payload_too_large" });
  });
});

describe("the room of an answered call", () => {
  const stream = (body: AsyncIterable<Uint8Array>): ApiReply => ({ status: 200, headers: {}, body });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a");
    yield Buffer.from("b");
  }
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a");
    throw new Error("broken");
  }
  const held = (body: ApiReply["body"]): { room: BodyMemory; reply: ApiReply } => {
    const room = new BodyMemory(LIMIT);
    const one = room.enter("a");
    one.grow(100);
    return { room, reply: one.untilSent({ status: 200, headers: {}, body }) };
  };
  const iterate = async (reply: ApiReply, most = Infinity): Promise<string> => {
    let text = "";
    if (typeof reply.body === "string" || Buffer.isBuffer(reply.body)) return String(reply.body);
    for await (const piece of reply.body) {
      text += Buffer.from(piece).toString();
      if (text.length >= most) break;
    }
    return text;
  };

  test("is free at once when the answer is whole", () => {
    expect(held("{}").room.taken).toBe(0);
    expect(held(Buffer.from("{}")).room.taken).toBe(0);
  });

  test("is free when the stream has ended, and not before", async () => {
    const { room, reply } = held(stream(pieces()).body);
    expect(room.taken).toBe(100);
    expect(await iterate(reply)).toBe("ab");
    expect(room.taken).toBe(0);
  });

  test("is free when the caller leaves, also before the first piece", async () => {
    const left = held(pieces());
    await iterate(left.reply, 1);
    expect(left.room.taken).toBe(0);
    const never = held(pieces());
    if (typeof never.reply.body !== "object" || Buffer.isBuffer(never.reply.body)) throw new Error("no stream");
    await never.reply.body[Symbol.asyncIterator]().return?.();
    expect(never.room.taken).toBe(0);
  });

  test("is free when the stream breaks", async () => {
    const { room, reply } = held(broken());
    await expect(iterate(reply)).rejects.toThrow("broken");
    expect(room.taken).toBe(0);
  });
});

test.each([
  [{ "content-length": "7" }, 7],
  [{ "transfer-encoding": "chunked" }, Infinity],
  [{}, 0],
])("the length of a body with the headers %j is %s", (headers, length) => {
  expect(declaredLength(headers)).toBe(length);
});
