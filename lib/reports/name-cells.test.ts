import { expect, test } from "vitest";
import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import type { CallRow, CallValue } from "@/lib/store/calls/read-call-rows";
import type { PayerIds, PayerNames } from "@/lib/wire/payer-names";
import { NameCells, type ReadNames } from "./name-cells";

const NOBODY: PayerNames = {
  key_alias: null,
  key_name: null,
  user_alias: null,
  user_email: null,
  team_alias: null,
  organization_alias: null,
  end_user_alias: null,
};

function row(values: Readonly<Partial<Record<CallField, CallValue>>>): CallRow {
  return CALL_FIELDS.map((field) => values[field] ?? null);
}

function namesBesides(asked: PayerIds[]): ReadNames {
  return async (ids) => {
    asked.push(...ids);
    return ({ key_id: key, user_id: user }) => ({
      ...NOBODY,
      ...(key === "k" && { key_alias: 'K"', key_name: "sk-1" }),
      ...(user === "u" && { user_alias: "=U", user_email: "u@example.com" }),
    });
  };
}

test("names stand behind the columns of a call, and are read once for each id of an export", async () => {
  const asked: PayerIds[] = [];
  const names = new NameCells(namesBesides(asked));
  const [both, key] = [row({ call_id: "1", key_id: "k", user_id: "u" }), row({ call_id: "2", key_id: "k" })];
  expect(await names.addTo([both, key])).toEqual([
    [...both, 'K"', "sk-1", "=U", "u@example.com", null, null, null],
    [...key, 'K"', "sk-1", null, null, null, null, null],
  ]);
  await names.addTo([row({ call_id: "3", key_id: "k", user_id: "other" })]);
  expect(asked).toEqual([{ key_id: "k" }, { user_id: "u" }, { user_id: "other" }]);
});

test("many calls keep their order and leave room for other work", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => row({ call_id: `call-${n}`, key_id: `key-${n}` }));
  let asked = 0;
  const names = new NameCells(async () => {
    asked++;
    return () => NOBODY;
  });
  expect((await names.addTo(rows)).map(([id]) => id)).toEqual(rows.map(([id]) => id));
  expect(asked).toBe(5);
});
