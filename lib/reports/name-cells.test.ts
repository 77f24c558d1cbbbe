import { expect, test } from "vitest";
import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import { STORED_KINDS } from "@/lib/entity-type";
import type { CallRow, CallValue } from "@/lib/store/calls/read-call-rows";
import { NameCells, type ReadNames } from "./name-cells";

function row(values: Readonly<Partial<Record<CallField, CallValue>>>): CallRow {
  return CALL_FIELDS.map((field) => values[field] ?? null);
}

function namesBesides(asked: unknown[]): ReadNames {
  const found = new Map([
    ["k", { alias: 'K"', other: "sk-1" }],
    ["u", { alias: "=U", other: "u@example.com" }],
    ["t", { alias: "T", other: null }],
  ]);
  return async (wanted) => {
    asked.push(
      Object.fromEntries(STORED_KINDS.flatMap(({ type }, at) => (wanted[at]?.length ? [[type, wanted[at]]] : []))),
    );
    return wanted.map((ids) => new Map([...found].filter(([id]) => ids.includes(id))));
  };
}

test("names stand behind the columns of a call, and are read once for each id of an export", async () => {
  const asked: unknown[] = [];
  const names = new NameCells(namesBesides(asked));
  const [both, key] = [row({ call_id: "1", key_id: "k", user_id: "u" }), row({ call_id: "2", key_id: "k" })];
  expect(await names.addTo([both, key])).toEqual([
    [...both, 'K"', "sk-1", "=U", "u@example.com", null, null, null],
    [...key, 'K"', "sk-1", null, null, null, null, null],
  ]);
  const team = row({ call_id: "4", team_id: "t" });
  await names.addTo([row({ call_id: "3", key_id: "k", user_id: "other" })]);
  expect(await names.addTo([team])).toEqual([[...team, null, null, null, null, "T", null, null]]);
  await names.addTo([both, team]);
  expect(asked).toEqual([{ key: ["k"], user: ["u"] }, { user: ["other"] }, { team: ["t"] }]);
});

test("many calls keep their order and leave room for other work", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => row({ call_id: `call-${n}`, key_id: `key-${n}` }));
  let asked = 0;
  const names = new NameCells(async () => {
    asked++;
    return [];
  });
  expect((await names.addTo(rows)).map(([id]) => id)).toEqual(rows.map(([id]) => id));
  expect(asked).toBe(5);
});
