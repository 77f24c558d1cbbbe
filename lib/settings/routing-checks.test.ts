import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyseOverlaps } from "@/lib/router/analyse";
import { formatPath } from "@/lib/config/finding";
import { checkEntryRouting, checkRouting } from "./routing-checks";
import {
  generalSettings,
  jwtAuth,
  modelEntry,
  type GeneralSettings,
  type JwtAuthSettings,
  type ModelEntry,
} from "@/lib/config/schema";

const entry = (model_name: string, params: object = {}, model_info?: object): ModelEntry =>
  modelEntry.parse({ model_name, gateway_params: { model: "openai/x", ...params }, model_info });

interface Options {
  readonly general?: object;
  readonly access?: object;
  readonly isPriced?: (entry: ModelEntry) => boolean;
}
function faults(models: readonly ModelEntry[], { general = {}, access = {}, isPriced }: Options = {}): string[] {
  const settings: GeneralSettings = generalSettings.parse(general);
  const rules: JwtAuthSettings = jwtAuth.parse(access);
  const found = checkRouting(models, {
    general: settings,
    access: rules,
    isPriced,
    listPath: [],
    fallbacksPath: ["fallbacks"],
  });
  return found.map(({ number, path, message }) => `${number} ${formatPath(path)}: ${message}`);
}

describe("entries that other entries take the names of", () => {
  const cases: [because: string, names: string[], faults: string[]][] = [
    ["an exact name beside a pattern is what precedence is for", ["openai/*", "openai/gpt-4o", "*"], []],
    ["patterns that cross but differ in precedence have a winner whatever their order", ["gpt-*", "*-mini"], []],
    ["entries of one name are a group", ["gpt-*", "gpt-*"], []],
    [
      "a doubled star fits nothing that a single one does not",
      ["a*", "a**"],
      ['C050 1.model_name: serves nothing: "a*" takes every name that it matches'],
    ],
    [
      "a doubled star serves nothing whatever the order",
      ["a**", "a*"],
      ['C050 0.model_name: serves nothing: "a*" takes every name that it matches'],
    ],
    [
      "two patterns with different doubled stars go by order",
      ["a**b*", "a*b**"],
      ['C050 1.model_name: serves nothing: "a**b*" takes every name that it matches'],
    ],
    [
      "a tie is decided by the order",
      ["x*ay*", "x*y*a"],
      [
        'C051 1.model_name: is as specific as "x*ay*" for names such as "xaya", which "x*ay*" gets because it comes first',
      ],
    ],
    ["equally specific patterns that share no name do not tie", ["openai/*-a", "openai/*-b"], []],
  ];
  test.each(cases)("%s: %j", (_because, names, expected) => {
    expect(faults(names.map((name) => entry(name)))).toEqual(expected);
  });

  test("every pair of overlapping entries is reported, with a name that shows it", () => {
    const names = ["*", "openai/*", "openai/gpt-4o", "azure/*", "*-mini"];
    expect(analyseOverlaps(names.map((name) => entry(name)))).toEqual({
      truncated: false,
      overlaps: [
        { winner: 1, loser: 0, example: "openai/", tie: false, complete: false },
        { winner: 3, loser: 0, example: "azure/", tie: false, complete: false },
        { winner: 4, loser: 0, example: "-mini", tie: false, complete: false },
        { winner: 2, loser: 0, example: "openai/gpt-4o", tie: false, complete: false },
        { winner: 1, loser: 4, example: "openai/-mini", tie: false, complete: false },
        { winner: 2, loser: 1, example: "openai/gpt-4o", tie: false, complete: false },
        { winner: 3, loser: 4, example: "azure/-mini", tie: false, complete: false },
      ],
    });
  });

  test("a list too long to compare every pair is reported as such", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => entry(`a${index}*`));
    expect(analyseOverlaps(many).truncated).toBe(true);
    expect(analyseOverlaps([entry(`${"a*".repeat(50_000)}`), entry(`${"a*".repeat(50_000)}b`)]).truncated).toBe(true);
  });
});

describe("entries that no JWT may use", () => {
  const models = [entry("openai/*"), entry("house")];
  const scopes = { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: ["house"] }] };
  const permissions = (...roles: string[]) => roles.map((role) => ({ role, models: ["hou*"] }));
  const roles = { enforce_rbac: true, role_permissions: permissions("team", "internal_user") };
  const closed = (reason: string) => [`C052 0.model_name: no JWT may use it: ${reason}`];
  const byScope = closed("no scope of scope_mappings lists a model that it serves");
  const byRole = closed("the permissions of every role leave its models out");
  const cases: [because: string, general: object, access: object, faults: string[]][] = [
    ["an entry is reported if no scope lists a name that it serves", { enable_jwt_auth: true }, scopes, byScope],
    [
      "a listed name that a more specific entry takes does not count",
      { enable_jwt_auth: true },
      { ...scopes, scope_mappings: [{ scope: "s", models: ["house", "openai/gpt"] }] },
      [],
    ],
    ["no entry is reported without JWTs", {}, scopes, []],
    [
      "no entry is reported for scopes that are not enforced",
      { enable_jwt_auth: true },
      { ...scopes, enforce_scope_based_access: false },
      [],
    ],
    ["an entry is reported if every role leaves it out", { enable_jwt_auth: true }, roles, byRole],
    [
      "a role without a list may use everything",
      { enable_jwt_auth: true },
      { ...roles, role_permissions: permissions("team") },
      [],
    ],
    [
      "two entries of one role count together",
      { enable_jwt_auth: true },
      {
        ...roles,
        role_permissions: [...permissions("team", "internal_user"), { role: "team", models: ["openai/gpt*"] }],
      },
      [],
    ],
    [
      "administrators count as a role if they may call models",
      { enable_jwt_auth: true },
      { ...roles, admin_allowed_routes: ["openai_routes"] },
      [],
    ],
    [
      "no entry is reported for roles that are not enforced",
      { enable_jwt_auth: true },
      { ...roles, enforce_rbac: false },
      [],
    ],
  ];
  test.each(cases)("%s", (_because, general, access, expected) => {
    expect(faults(models, { general, access })).toEqual(expected);
  });
});

test("entries without any price are reported", () => {
  const isPriced = ({ model_name }: ModelEntry): boolean => model_name === "a";
  expect(faults([entry("a"), entry("b")], { isPriced })).toEqual([
    'C053 1.gateway_params.model: "b" has no known price, so its calls will be booked as unpriced',
  ]);
});

test("an id that two entries have is reported, and so is a group whose weights are all 0", () => {
  expect(faults([entry("a", {}, { id: "one" }), entry("b", {}, { id: "one" })])).toEqual([
    'C056 1.model_info.id: the id "one" is already used by an entry above',
  ]);
  expect(faults([entry("a", { weight: 0 }), entry("b", { weight: 0 }), entry("b")])).toEqual([
    "C057 0.gateway_params.weight: is 0, as for every entry of this model_name, so they all share the calls equally",
  ]);
});

test("fallbacks must lead to another model that is served", () => {
  const fallbacks = { a: ["b", "a", "b", "gone", "open/x"], "open/*": ["a"], missing: ["a"] };
  expect(faults([entry("a"), entry("b"), entry("open/*")], { general: { fallbacks } })).toEqual([
    "C055 fallbacks.a.1: is the model itself",
    'C055 fallbacks.a.2: "b" is listed twice',
    'C054 fallbacks.a.3: no entry of model_list serves "gone"',
    'C054 fallbacks.missing: no entry of model_list serves "missing"',
  ]);
});

test("the faults of one entry are those that the whole list has about it", () => {
  const listed = fc.record({
    name: fc.string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 4 }),
    id: fc.constantFrom(undefined, "one", "two"),
    weight: fc.constantFrom(undefined, 0, 1),
  });
  const access = jwtAuth.parse({
    enforce_rbac: true,
    role_permissions: [{ role: "team", models: ["a*"] }],
    role_mappings: [{ role: "r", internal_role: "team" }],
    admin_allowed_routes: ["management_routes"],
  });
  const general = generalSettings.parse({ enable_jwt_auth: true });
  const isPriced = ({ model_name: name }: ModelEntry): boolean => name.length % 2 === 0;
  const context = { general, access, isPriced, listPath: ["list"], fallbacksPath: ["fallbacks"] };
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 8 }), (all) => {
      const models = all.map(({ name, id, weight }) =>
        entry(name, { ...(weight !== undefined && { weight }) }, { id }),
      );
      const alone = models.map((_, position) => checkEntryRouting(models, position, context));
      const whole = checkRouting(models, context);
      expect(alone).toEqual(models.map((_, position) => whole.filter(({ path }) => path[1] === position)));
    }),
    { numRuns: 500 },
  );
});
