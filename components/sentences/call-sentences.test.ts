import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BudgetAccount } from "@/lib/limits/budget-account";
import { limitChecks, type LimitReadings } from "@/lib/limits/limit-checks";
import { limitRemedies } from "@/lib/limits/limit-remedies";
import type { Payer } from "@/lib/limits/payers";
import type { NamedEntity } from "@/lib/wire/explanation";
import { obligationView } from "@/lib/wire/explanation";
import { displayParts } from "./display-parts";

const NAMES: readonly NamedEntity[] = [
  { kind: "key", id: "k1", name: "Batch", told_as: "sk-...abcd" },
  ...(["team", "user", "organization", "end_user"] as const).map((kind) => ({
    kind,
    id: "x",
    name: `Named ${kind}`,
    told_as: null,
  })),
];
/** The name of each payer in messages. */
const PAYERS: readonly (readonly [Payer["type"], string])[] = [
  ["key", "key sk-...abcd"],
  ["user", 'user "x"'],
  ["member", 'user "x" in team "x"'],
  ["team", 'team "x"'],
  ["organization", 'organisation "x"'],
  ["end_user", 'end user "x"'],
  ["model", 'model "gpt-4o"'],
];

/** A sentence as a reader sees it, with TIME for a time. */
function shown(sentence: string): string {
  return displayParts(sentence, NAMES)
    .map((part) => (part.is === "text" ? part.text : part.is === "name" ? part.name : "TIME"))
    .join("");
}

function readings([type, name]: (typeof PAYERS)[number], isUsed: boolean, end: number): LimitReadings {
  const payer = { type, id: "x", name, limits: {} as Payer["limits"] };
  const account = new BudgetAccount({ start: 0, end }, isUsed ? 10n : 0n);
  const rule = { kind: "requests", limit: 1, payer, model: "gpt-*", key: "", name: `${name} for "gpt-*"` } as const;
  return {
    budgets: [{ payer, account, maximum: 10n, soft: 5n }],
    parallel: [{ payer, name, limit: 2, inFlight: 1, showsFigures: true }],
    readings: [{ rule: { ...rule, showsFigures: type !== "model" }, used: isUsed ? 1 : 0, resetMs: 1_000 }],
  };
}

const WHOLE = /^[A-Z].*\.$/s;
const ID = /"x"|sk-\.\.\.|\d{4}-\d\d-\d\dT|undefined/;

test.each(PAYERS)("the checks of the limits of a %s are whole sentences, with names and times: %s", (...payer) => {
  for (const end of [Date.UTC(2027, 0, 1), Number.POSITIVE_INFINITY])
    for (const isUsed of [false, true])
      for (const only of ["budgets", "parallel", "readings"] as const) {
        const all = readings(payer, isUsed, end);
        const full = all.parallel.map((slots) => ({ ...slots, inFlight: 2 }));
        const one = { budgets: [], parallel: [], readings: [], [only]: all[only] };
        for (const state of [all, one, { ...one, parallel: only === "parallel" ? full : [] }]) {
          const size = { costNano: 3n, tokens: 5 };
          const told = limitChecks(state, size).checks.filter(({ outcome }) => outcome !== "not reached");
          for (const { because } of told) {
            expect(shown(because)).toMatch(WHOLE);
            expect(shown(because)).not.toMatch(ID);
          }
          for (const { description } of limitRemedies(state, size))
            expect(shown(`It would be allowed if ${description}.`)).not.toMatch(ID);
        }
      }
});

test("what an allowed call creates and changes is told with names", () => {
  const told = [
    obligationView({ kind: "create-user", id: "new", email: undefined }),
    obligationView({ kind: "create-team", id: "new", alias: undefined }),
    obligationView({ kind: "sync-memberships", userId: "x", join: ["x", "y"], leave: ["z"] }),
  ].map((obligation) => shown(`The call ${obligation}.`));
  expect(told).toEqual([
    'The call would create the user "new".',
    'The call would create the team "new".',
    'The call would make the user Named user join the teams Named team, "y" and leave the team "z".',
  ]);
});

test.each(["lib/gateway/explain/explain.ts", "lib/gateway/call/placement-checks.ts", "lib/auth/token/failed-proof.ts"])(
  "every sentence that %s writes into a check begins with a capital letter",
  (path) => {
    const written = [...readFileSync(path, "utf8").matchAll(/["`]([\w$][^"`\n]* [^"`\n]*\.)["`]/g)].map(
      ([, text = ""]) => text,
    );
    expect(written.length).toBeGreaterThan(1);
    expect(written.filter((text) => !/^[A-Z$]/.test(text))).toEqual([]);
  },
);
