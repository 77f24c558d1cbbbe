import { expect, test } from "vitest";
import type { z } from "zod";
import { MOST } from "./bounded-lists";
import { loginValues } from "./login/login-settings";
import { accessOverrides, configFile } from "./schema";

const many = <Entry>(length: number, entry: (index: number) => Entry): Entry[] =>
  Array.from({ length }, (_, at) => entry(at));

test.each<[name: string, most: number, entry: (index: number) => unknown]>([
  ["team_allowed_routes", MOST.names, (at) => `/v1/r${at}`],
  ["scope_mappings", MOST.entries, (at) => ({ scope: `s${at}`, models: ["m"] })],
  ["group_mappings", MOST.entries, (at) => ({ group: `g${at}`, team_id: "t" })],
  ["issuers", MOST.issuers, (at) => ({ issuer: `https://i${at}.test`, jwks_url: "https://i.test/jwks" })],
])("%s takes as many entries as can be checked at once, and no more", (name, most, entry) => {
  expect(accessOverrides.safeParse({ [name]: many(most, entry) }).error?.issues).toBeUndefined();
  const refused = accessOverrides.safeParse({ [name]: many(most + 1, entry) });
  expect(refused.error?.issues).toMatchObject([{ code: "too_big", path: [name] }]);
});

/** What this test reads of a schema: its kind, its checks, and the schemas in it. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly options?: readonly z.core.$ZodType[];
  readonly items?: readonly z.core.$ZodType[];
  readonly getter?: () => z.core.$ZodType;
}
const INSIDE = ["element", "valueType", "innerType", "in", "out", "left", "right", "catchall", "rest"] as const;
const SIGNS: Readonly<Record<string, string>> = { element: "[]", valueType: ".*" };

/** The places of a schema's lists that may have any length. */
function endlessLists(schema: z.core.$ZodType, place: string, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const definition = schema._zod.def as unknown as Definition & Partial<Record<string, z.core.$ZodType>>;
  const { type, checks = [], shape = {}, options = [], items = [], getter } = definition;
  const isBound = checks.some(({ _zod }) => ["max_length", "length_equals"].includes(_zod.def.check));
  return [
    ...(type === "array" && !isBound ? [place] : []),
    ...Object.entries(shape).flatMap(([name, member]) => endlessLists(member, `${place}.${name}`, seen)),
    ...INSIDE.flatMap((name) => {
      const inner = definition[name];
      return inner ? endlessLists(inner, place + (SIGNS[name] ?? ""), seen) : [];
    }),
    ...[...options, ...items, ...(getter ? [getter()] : [])].flatMap((inner) => endlessLists(inner, place, seen)),
  ];
}

test("every list in the settings and in drafts of them has a length, but for the models of the file", () => {
  expect(endlessLists(accessOverrides, "draft")).toEqual([]);
  expect(endlessLists(loginValues, "login")).toEqual([]);
  // Only the operator writes the file, and drafts of models have a bound in their operation.
  expect(endlessLists(configFile, "file")).toEqual(["file.model_list"]);
});
