import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { Access, Effect } from "@/lib/auth/access";
import type { AccessRequest } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import { defineContract } from "@/lib/wire/contract";
import { OPERATIONS } from "./table";
import {
  defineOperation,
  operationsOf,
  type CallerContext,
  type CallerOperation,
  type ModelCallContext,
  type ModelOperation,
  type Operation,
  type PublicContext,
  type PublicOperation,
} from "./operation";

const pigeon = defineContract({
  id: "pigeon.info",
  method: "GET",
  path: "/pigeon/info",
  family: "info_routes",
  access: "anyone",
  effect: "reads",
  summary: "Show a pigeon",
  input: z.strictObject({ ring: z.coerce.number<number | string>() }),
  output: z.object({ ring: z.number(), colour: z.enum(["grey", "white"]) }),
});
const context = {} as CallerContext;

test("an operation answers its handler's body as JSON, with the handler's status and headers", async () => {
  const operation = defineOperation(pigeon, async (_context, { ring }) => ({
    body: { ring, colour: "grey" as const },
    status: 203,
    headers: { "cache-control": "no-store" },
  }));
  expect(await operation.answer(context, { ring: "7" })).toEqual({
    status: 203,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: '{"ring":7,"colour":"grey"}',
  });
});

test("an operation answers a raw reply as it is", async () => {
  const raw = { status: 200, headers: { "content-type": "text/csv" }, body: "ring\r\n" };
  const operation = defineOperation(pigeon, async () => ({ raw }));
  expect(await operation.answer(context, { ring: 7 })).toBe(raw);
});

test("an operation refuses input that does not fit its contract, naming the field, before its handler runs", async () => {
  const operation = defineOperation(pigeon, async () => {
    throw new Error("The handler ran");
  });
  const refusal = await operation.answer(context, { ring: "one" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(GatewayError);
  expect(refusal).toMatchObject({ code: "invalid_request", options: { param: "ring" } });
});

test("a contract without access does not compile", () => {
  const { access: _access, ...withoutAccess } = pigeon;
  // @ts-expect-error -- access is missing
  defineContract(withoutAccess);
  // @ts-expect-error -- an operation of such a contract does not compile either
  defineOperation(withoutAccess, async () => ({ body: { ring: 1, colour: "grey" as const } }));
  expectTypeOf<Operation["access"]>().toEqualTypeOf<Access>();
  expectTypeOf<Pick<AccessRequest, "access" | "effect">>().toEqualTypeOf<{
    readonly access: Access;
    readonly effect: Effect;
  }>();
});

test("a contract of a GET that writes does not compile", () => {
  // @ts-expect-error -- a GET changes nothing
  defineContract({ ...pigeon, effect: "writes" });
});

test("operations that leave out a contract, or answer one wrongly, do not compile", async () => {
  const contracts = { info: pigeon, list: defineContract({ ...pigeon, id: "pigeon.list", path: "/pigeon/list" }) };
  const info = async () => ({ body: { ring: 1, colour: "grey" as const } });
  // @ts-expect-error -- list is missing
  expect(() => operationsOf(contracts, { info })).not.toThrow();
  // @ts-expect-error -- a pigeon has a colour
  operationsOf(contracts, { info, list: async () => ({ body: { ring: 1 } }) });
  const operations = operationsOf(contracts, { info, list: info });
  expectTypeOf(operations).toExtend<CallerOperation[]>();
  expect(operations.map(({ id }) => id)).toEqual(["pigeon.info", "pigeon.list"]);
});

test("a reply that does not fit the contract's output does not compile", () => {
  // @ts-expect-error -- colour is missing
  defineOperation(pigeon, async (_context, { ring }) => ({ body: { ring } }));
  // @ts-expect-error -- a ring is a number
  defineOperation(pigeon, async () => ({ body: { ring: "7", colour: "grey" as const } }));
  // @ts-expect-error -- there are no green pigeons
  defineOperation(pigeon, async (_context, { ring }) => ({ body: { ring, colour: "green" as const } }));
  // @ts-expect-error -- a reply of the door must be marked as raw
  defineOperation(pigeon, async () => ({ status: 200, headers: {}, body: "{}" }));
});

test("a public operation gets no caller, every other operation gets one, and a model call also gets its body", () => {
  const publicPigeon = defineContract({ ...pigeon, family: "public_routes", access: "public" });
  const operation = defineOperation(publicPigeon, async (given, { ring }) => {
    expectTypeOf(given).toEqualTypeOf<PublicContext>();
    return { body: { ring, colour: "grey" as const } };
  });
  expectTypeOf(operation).toExtend<PublicOperation>();
  expectTypeOf(operation).not.toExtend<CallerOperation>();
  const own = defineOperation(defineContract({ ...pigeon, access: "owners" }), async (given, { ring }) => {
    expectTypeOf(given).toEqualTypeOf<CallerContext>();
    return { body: { ring, colour: "grey" as const } };
  });
  expectTypeOf(own).toExtend<CallerOperation>();
  expectTypeOf(own).not.toExtend<PublicOperation>();
  expectTypeOf<PublicContext>().not.toHaveProperty("caller");
  expectTypeOf<CallerContext>().not.toHaveProperty("modelBody");
  expectTypeOf<Parameters<ModelOperation["answer"]>[0]>().toEqualTypeOf<ModelCallContext>();
});

test("exactly the operations of the family public_routes are public", () => {
  const ids = (all: readonly Operation[]) => all.map(({ id }) => id);
  expect(ids(OPERATIONS.filter(({ access }) => access === "public"))).toEqual(
    ids(OPERATIONS.filter(({ family }) => family === "public_routes")),
  );
});

test("no GET operation writes", () => {
  expect(OPERATIONS.filter(({ method, effect }) => method === "GET" && effect === "writes")).toEqual([]);
});
