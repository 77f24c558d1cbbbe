import type { Identity } from "../decision";
import { capturesOf, withoutPrefix } from "../group-teams";
import { isFault } from "../identify";
import { settingsOfCaller } from "../issuer-settings";
import type { PolicyTestResult } from "./run-policy-tests";
import { testedIdentity } from "./tested-identity";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";

interface Table {
  readonly name: "role_mappings" | "scope_mappings" | "group_mappings";
  /** The field of a mapping that is compared with the caller. */
  readonly field: string;
  /** For each mapping, the value that it wants. */
  readonly wanted: (from: Mappings) => readonly string[] | undefined;
  /** Whether the mapping at a position takes a caller. */
  readonly takes: (from: Mappings, index: number, caller: Identity) => boolean;
}

/** The mappings that everybody shares, or those of one issuer. */
type Mappings = Partial<Pick<JwtAuthSettings, "role_mappings" | "scope_mappings" | "group_mappings">> | IssuerEntry;

const TABLES: readonly Table[] = [
  {
    name: "role_mappings",
    field: "role",
    wanted: ({ role_mappings: mappings }) => mappings?.map(({ role }) => role),
    takes: ({ role_mappings: mappings }, index, { roles }) =>
      roles.some((role) => matchesPattern(mappings?.[index]?.role ?? "", role)),
  },
  {
    name: "scope_mappings",
    field: "scope",
    wanted: ({ scope_mappings: mappings }) => mappings?.map(({ scope }) => scope),
    takes: ({ scope_mappings: mappings }, index, { scopes }) => scopes.includes(mappings?.[index]?.scope ?? ""),
  },
  {
    name: "group_mappings",
    field: "group",
    wanted: ({ group_mappings: mappings }) => mappings?.map(({ group }) => group),
    takes: ({ group_mappings: mappings }, index, { groups, idPrefix }) => {
      const mapping = mappings?.[index];
      return (
        mapping !== undefined && groups.some((group) => capturesOf(mapping, withoutPrefix(group, idPrefix)).length > 0)
      );
    },
  },
];

/** The faults that show without running the tests: mappings that no test mentions, and names that are given twice. */
export function policyTestFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const { policy_tests: tests } = settings;
  if (tests.length === 0) return [];
  const callers = tests.flatMap((test) => {
    const identity = testedIdentity(test, settings);
    return identity === undefined || isFault(identity) ? [] : [identity];
  });
  return [...repeatedNames(tests, [...base, "policy_tests"]), ...unmentionedMappings(settings, callers, base)];
}

/** The faults of the tests that failed. `results` are those of `policy_tests`, in its order. */
export function failedTestFaults(results: readonly PolicyTestResult[], base: Path): Fault[] {
  return results.flatMap(({ name, passed, sentence }, index): Fault[] =>
    passed
      ? []
      : [
          {
            number: "C140",
            path: [...base, "policy_tests", index],
            at: "value",
            message: `${quote(name)} ${sentence}`,
          },
        ],
  );
}

function repeatedNames(tests: readonly PolicyTest[], path: Path): Fault[] {
  const seen = new Set<string>();
  return tests.flatMap(({ name }, index): Fault[] => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const message = `another test is called ${quote(name)} too`;
    return [{ number: "C142", path: [...path, index, "name"], at: "value", message, fix: "give it a name of its own" }];
  });
}

/** How often a mapping is compared with a group, role or scope of a caller: some 10 ms of work. */
const MOST_COMPARISONS = 100_000;

/**
 * The common mappings and those of single issuers that concern no caller of any test. With very many mappings and
 * callers only the first mappings are judged, because others would wait for it.
 */
function unmentionedMappings(settings: JwtAuthSettings, callers: readonly Identity[], base: Path): Fault[] {
  let comparisons = 0;
  const lists: { readonly path: Path; readonly from: Mappings }[] = [
    { path: base, from: settings },
    ...settings.issuers.map((from, index) => ({ path: [...base, "issuers", index], from })),
  ];
  return lists.flatMap(({ path, from }) =>
    TABLES.flatMap(({ name, field, wanted, takes }) => {
      // The settings that bind a caller hold the very list of its issuer, or the common one.
      const bound = callers.filter(
        (caller) => settingsOfCaller(caller, { jwtAuth: settings }).jwtAuth[name] === from[name],
      );
      const names = bound.reduce(
        (sum, { groups, roles, scopes }) => sum + groups.length + roles.length + scopes.length,
        0,
      );
      return (wanted(from) ?? []).flatMap((pattern, index): Fault[] => {
        comparisons += names;
        return comparisons > MOST_COMPARISONS || bound.some((caller) => takes(from, index, caller))
          ? []
          : [unmentioned(field, pattern, [...path, name, index, field])];
      });
    }),
  );
}

function unmentioned(field: string, pattern: string, path: Path): Fault {
  const message = `no test covers the ${field} ${quote(pattern)}`;
  return { number: "C141", path, at: "value", message, fix: "add one of what this mapping gives" };
}
