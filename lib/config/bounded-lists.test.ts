import { expect, test } from "vitest";
import { accessOverrides } from "./schema";
import { MOST } from "./bounded-lists";

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
