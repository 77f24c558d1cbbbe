import { expect, test } from "vitest";
import { STORED_KINDS } from "@/lib/entity-type";
import { callText, type CallTexts } from "@/testing/spend/call-text";
import { readCallLines } from "./call-lines";
import { findNamesBy, type FindNames, type ReadNames } from "./name-cells";

const FORMAT = {
  namesPiece: (columns: readonly string[], names: readonly (string | null)[]) =>
    Buffer.from(columns.map((column, at) => `${column}=${names[at] ?? "-"};`).join("")),
};

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

async function piecesOf(find: FindNames, calls: readonly CallTexts[], from = 0): Promise<string[]> {
  const lines = await readCallLines(callText(calls));
  return (await find(lines, from, lines.count)).map((pieces) => Buffer.concat(pieces).toString());
}

test("each call has the names of its payers in their order, and each id is asked for once in an export", async () => {
  const asked: unknown[] = [];
  const find = findNamesBy(namesBesides(asked), FORMAT);
  const none = "user_alias=-;user_email=-;team_alias=-;organization_alias=-;end_user_alias=-;";
  const [both, key] = [
    { call_id: "1", key_id: "k", user_id: "u" },
    { call_id: "2", key_id: "k" },
  ];
  expect(await piecesOf(find, [both, key])).toEqual([
    'key_alias=K";key_name=sk-1;user_alias==U;user_email=u@example.com;team_alias=-;organization_alias=-;end_user_alias=-;',
    `key_alias=K";key_name=sk-1;${none}`,
  ]);
  expect(await piecesOf(find, [both, { call_id: "3", key_id: "k", user_id: "other" }], 1)).toEqual([
    `key_alias=K";key_name=sk-1;${none}`,
  ]);
  expect(await piecesOf(find, [{ call_id: "4", team_id: "t" }])).toEqual([
    `key_alias=-;key_name=-;${none.replace("team_alias=-", "team_alias=T")}`,
  ]);
  await piecesOf(find, [both, { team_id: "t" }]);
  expect(asked).toEqual([{ key: ["k"], user: ["u"] }, { user: ["other"] }, { team: ["t"] }]);
});
