import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DECISION_CASES } from "@/lib/auth/decide.cases";
import type { DecisionCase, State } from "@/lib/auth/cases/case";
import { failedProof } from "@/lib/auth/token/failed-proof";
import { ERRORS, GatewayError, type ErrorCode } from "@/lib/errors";
import type { SentenceKind } from "@/lib/sentence-parts";
import type { NamedEntity } from "@/lib/wire/explanation";
import { runCase } from "@/testing/auth/decision-case";
import { Sentence } from "./sentence";

/** A sentence as a reader sees it. */
function shown(text: string, names: readonly NamedEntity[] = []): string {
  return renderToStaticMarkup(createElement(Sentence, { text, names }))
    .replace(/<[^>]*>/g, "")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

/** What is wrong with a sentence as it is shown. */
function faultsOf(text: string): string[] {
  return [
    ...(/^[A-Z]/.test(text) ? [] : ["begins without a capital letter"]),
    ...(text.endsWith(".") ? [] : ["ends without a full stop"]),
    ...(/\d{4}-\d\d-\d\dT\d\d/.test(text) ? ["has an ISO time"] : []),
    ...(/\bundefined\b|\bNaN\b|\[object/.test(text) ? ["has a value of the program"] : []),
    ...(/ {2}|\.\.$| \.$/.test(text) ? ["is badly joined"] : []),
    ...(/\b1 (teams|groups|organisations)\b/.test(text) ? ["counts one as several"] : []),
  ];
}

/** A name for every entity of a case's directory. */
function namesOf({ state = {} }: DecisionCase): NamedEntity[] {
  const { teams, users, organizations, endUsers }: State = state;
  const kinds: [SentenceKind, object | undefined][] = [
    ["team", teams],
    ["user", users],
    ["organization", organizations],
    ["end_user", endUsers],
  ];
  const rows = kinds.flatMap(([kind, known = {}]) =>
    Object.keys(known).map((id) => ({ kind, id, name: `Named ${kind}`, told_as: null })),
  );
  return [...rows, { kind: "key", id: "k1", name: "Named key", told_as: "sk-...test" }];
}

const WORDS: Readonly<Record<SentenceKind, string>> = {
  team: "teams?|groups?",
  user: "users?",
  organization: "organisations?",
  end_user: "end users?",
  key: "keys?",
};

/** The faults of a sentence that shows the id of an entity, behind the word for it, although its name is known. */
function shownIds(text: string, names: readonly NamedEntity[]): string[] {
  return names
    .filter(({ kind, id }) => {
      const quoted = JSON.stringify(id).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp(`\\b(?:${WORDS[kind]}) \\(?(?:"[^"]*", )*${quoted}`).test(text);
    })
    .map(({ kind, id }) => `names the ${kind} ${id} by its id`);
}

test("every check of every case of the rules is a whole sentence, with names for ids", async () => {
  const faults = new Set<string>();
  // Most sentences come from many cases.
  const seen = new Set<string>();
  let read = 0;
  for (const line of DECISION_CASES) {
    const names = namesOf(line);
    const { checks } = await runCase(line);
    for (const { rule, because, outcome } of checks) {
      if (outcome === "not reached") continue;
      read += 1;
      const question = because.includes('"') ? `${because} ${JSON.stringify(names)}` : because;
      if (seen.has(question)) continue;
      seen.add(question);
      const text = shown(because, names);
      for (const fault of [...faultsOf(text), ...shownIds(text, names)]) faults.add(`${rule}: ${fault}: ${text}`);
      if (/sk-\.\.\.test/.test(text)) faults.add(`${rule}: tells the key by its last characters: ${text}`);
    }
  }
  expect([...faults]).toEqual([]);
  expect(read).toBeGreaterThan(2_000);
});

test.each(Object.keys(ERRORS) as ErrorCode[])(
  "a credential that is refused with %s is explained in whole sentences, whatever the detail",
  (code) => {
    for (const detail of [undefined, "", "It threw: not today", "It is not the token of a client.", "Why?"]) {
      const { checks } = failedProof(
        new GatewayError(code, "The token is not valid.", detail === undefined ? {} : { detail }),
      );
      for (const { because } of checks.filter(({ outcome }) => outcome !== "not reached"))
        expect(faultsOf(shown(because).replace(/\?$/, ".")), because).toEqual([]);
    }
  },
);

test("a sentence that breaks one of these rules is found", () => {
  expect(faultsOf("enforce_rbac is off")).toEqual(["begins without a capital letter", "ends without a full stop"]);
  expect(faultsOf("It expired at 2026-01-01T00:00:00.000Z, undefined.")).toHaveLength(2);
  const names: NamedEntity[] = [{ kind: "team", id: "b", name: "B", told_as: null }];
  expect(shownIds('None of the teams ("a", "b") is one.', names)).toEqual(["names the team b by its id"]);
});

test("a time is told by how far it is, without the words before it", () => {
  const text = shown("The budget of the team is used up. It resets at 2020-01-01T00:00:00.000Z.");
  expect(text).toMatch(/It resets on 20(19|20)-\d\d-\d\d \d\d:00:00 UTC\S*\.$/);
});

test("a name leads to the page of whom it names, with the id on hover", () => {
  const names: NamedEntity[] = [{ kind: "team", id: "/teams/ml", name: "Research", told_as: null }];
  const html = renderToStaticMarkup(createElement(Sentence, { text: 'The team "/teams/ml" is blocked.', names }));
  expect(html).toContain('href="/console/team?id=%2Fteams%2Fml"');
  expect(html).toContain('title="/teams/ml"');
  expect(shown('The team "/teams/ml" is blocked.', names)).toBe("The team Research is blocked.");
});
