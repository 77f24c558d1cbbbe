import { expect, test } from "vitest";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { callOperation } from "./client";
import { useOperation } from "./use-operation";

const ifMatch = () => '"seen"';

/** Never run: the compiler is the one who checks it. */
function useWrites() {
  useOperation(teamContracts.update, { ifMatch });
  useOperation(teamContracts.block);
  // @ts-expect-error a change that names no version would overwrite what its author has not seen
  useOperation(teamContracts.update, { onSuccess: () => undefined });
  // @ts-expect-error so would a deletion
  useOperation(keyContracts.delete);
  // @ts-expect-error and a new secret
  useOperation(keyContracts.regenerate, { keepsSecret: true });
  // @ts-expect-error and a call without a hook
  void callOperation(keyContracts.update, { key: "k" });
  // @ts-expect-error a write that reads no version must not seem to be bound to one
  useOperation(teamContracts.block, { ifMatch });
}

test("a write that is bound to versions does not compile without the version that it is based on", () => {
  expect(useWrites).toBeTypeOf("function");
});
