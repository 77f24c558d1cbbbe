import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { defineContract } from "@/lib/wire/contract";
import { callOperation } from "./client";
import { invalidate, useOperation } from "./use-operation";

const ifMatch = () => '"seen"';

/** Never run: the compiler checks it. */
function useWrites() {
  useOperation(teamContracts.update, { ifMatch });
  useOperation(teamContracts.block);
  // @ts-expect-error a change that names no version would overwrite what its author has not seen
  useOperation(teamContracts.update, { onSuccess: () => undefined });
  // @ts-expect-error a deletion that names no version would, too
  useOperation(keyContracts.delete);
  // @ts-expect-error a new secret that names no version would, too
  useOperation(keyContracts.regenerate, { keepsSecret: true });
  // @ts-expect-error a price is never changed, but it may be deleted and added again
  useOperation(priceContracts.delete);
  // @ts-expect-error a versioned write without a hook goes through callVersioned
  void callOperation(keyContracts.update, { key: "k" });
  // @ts-expect-error a write that reads no version must not seem to be bound to one
  useOperation(teamContracts.block, { ifMatch });
}

/** Never run: the compiler checks it. */
function defineWrites() {
  const { versioned: _, ...unbound } = keyContracts.update;
  // @ts-expect-error an update that is bound to no version is not a contract
  defineContract(unbound);
  const { versioned: __, ...deletion } = priceContracts.delete;
  // @ts-expect-error a deletion that is bound to no version is not a contract
  defineContract(deletion);
  defineContract(keyContracts.block);
  defineContract(keyContracts.update);
}

test("a contract that overwrites something does not compile unless it is bound to versions", () => {
  expect(defineWrites).toBeTypeOf("function");
});

test("a write that is bound to versions does not compile without the version that it is based on", () => {
  expect(useWrites).toBeTypeOf("function");
});

test("a first read that is under way during a write is made again after it", async () => {
  const queries = new QueryClient();
  let answer = (_: string): void => {};
  const answers = [new Promise<string>((resolve) => (answer = resolve)), Promise.resolve("after the write")];
  let asked = 0;
  const list = new QueryObserver(queries, {
    queryKey: ["/team/list", {}],
    queryFn: () => answers[asked++],
    retry: false,
  });
  const leave = list.subscribe(() => undefined);
  const written = invalidate(queries);
  answer("before the write");
  await written;
  expect(list.getCurrentResult().data).toBe("after the write");
  leave();
});

test("a write reads what is shown again, and leaves a form alone that is being filled in", async () => {
  const queries = new QueryClient();
  const asked: string[] = [];
  const leaving = ["/team/list", "/auth/matrix", "edited"].map((name) => {
    const queryFn = () => asked.push(name);
    return new QueryObserver(queries, { queryKey: [name, {}], queryFn }).subscribe(() => undefined);
  });
  await queries.prefetchQuery({ queryKey: ["/key/list", {}], queryFn: () => asked.push("/key/list") });
  asked.length = 0;
  await invalidate(queries);
  expect(asked).toEqual(["/team/list", "/auth/matrix"]);
  expect(queries.getQueryState(["/key/list", {}])?.isInvalidated).toBe(true);
  expect(queries.getQueryState(["edited", {}])?.isInvalidated).toBe(false);
  for (const leave of leaving) leave();
});
