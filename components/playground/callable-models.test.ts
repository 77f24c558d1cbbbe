import { expect, test } from "vitest";
import { ApiError } from "@/components/api/client";
import { callableModels } from "./callable-models";

const nobody = new ApiError(404, "not_found", "There is no team with this id.");

test("an id that is still being typed is not a fault: the hint says that there is nobody with it", () => {
  expect(callableModels(true, { error: nobody })).toEqual({
    names: [],
    hint: "There is no team with this id.",
    fault: undefined,
  });
});

test("what else goes wrong is a fault", () => {
  expect(callableModels(true, { error: new Error("The gateway cannot be reached.") }).fault).toBe(
    "The gateway cannot be reached.",
  );
});

test("the models of the identity are offered once they are known", () => {
  expect(callableModels(true, { data: { models: ["a"] }, error: null })).toMatchObject({
    names: ["a"],
    hint: "The identity may call 1 model. Others are refused.",
  });
  expect(callableModels(true, { data: undefined, error: null }).names).toEqual([]);
  expect(callableModels(false, { data: undefined, error: null }).fault).toBeUndefined();
});
