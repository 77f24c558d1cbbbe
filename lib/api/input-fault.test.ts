import { expect, test } from "vitest";
import { z } from "zod";
import { inputFault } from "./input-fault";

const schema = z.object({
  name: z.string().min(2).max(3).optional(),
  count: z.number().int().min(1).max(5).optional(),
  part: z.number().gt(0).lt(1).optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(["a", "b"]).optional(),
  one: z.literal("x").optional(),
  flag: z.boolean().optional(),
  own: z
    .string()
    .refine((text) => text === "y", "must be y")
    .optional(),
  day: z.union([z.iso.date(), z.iso.datetime()]).optional(),
  needed: z.string(),
});

test.each<[input: object, words: string]>([
  [{}, "is required"],
  [{ needed: 1 }, "must be a string, but is a number"],
  [{ needed: null }, "must be a string, but is null"],
  [{ needed: ["a"] }, "must be a string, but is an array"],
  [{ needed: "n", name: "a" }, "must have at least 2 characters"],
  [{ needed: "n", name: "abcd" }, "must have at most 3 characters"],
  [{ needed: "n", count: 1.5 }, "must be a whole number"],
  [{ needed: "n", count: 0 }, "must be at least 1"],
  [{ needed: "n", count: 6 }, "must be at most 5"],
  [{ needed: "n", part: 0 }, "must be more than 0"],
  [{ needed: "n", part: 1 }, "must be less than 1"],
  [{ needed: "n", list: [] }, "must have at least 1 item"],
  [{ needed: "n", list: ["a", "b", "c"] }, "must have at most 2 items"],
  [{ needed: "n", kind: "c" }, 'must be one of "a", "b"'],
  [{ needed: "n", one: "c" }, 'must be "x"'],
  [{ needed: "n", flag: "true" }, "must be true or false, but is a string"],
  [{ needed: "n", own: "z" }, "must be y"],
  [{ needed: "n", day: "yesterday" }, "has a form that /openapi.json does not describe"],
])("%j is told in the words of the API", (input, words) => {
  const [issue] = schema.safeParse(input, { reportInput: true }).error?.issues ?? [];
  expect(issue && inputFault(issue)).toBe(words);
});
