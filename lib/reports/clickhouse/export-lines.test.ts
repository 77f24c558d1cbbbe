import { expect, test } from "vitest";
import type { PayerIds, PayerNames } from "@/lib/wire/payer-names";
import { LineWriter } from "./export-lines";

const NOBODY: PayerNames = {
  key_alias: null,
  key_name: null,
  user_alias: null,
  user_email: null,
  team_alias: null,
  organization_alias: null,
  end_user_alias: null,
};

/** An answer as ClickHouse gives it: of each line the place, both parts, and the ids of key, user and team. */
function answerOf(
  rows: readonly (readonly [startedAt: number, before: string, behind: string, ...(string | null)[]])[],
): Buffer {
  const lines = rows.map(([startedAt, before, behind, ...ids]) => {
    const texts = [`call-${startedAt}`, before, behind, ...ids, ...Array<null>(5 - ids.length).fill(null)];
    const lengths = texts.map((text) => (text === null ? "-" : Buffer.byteLength(text)));
    return `${[[rows.length, startedAt, ...lengths].join(" "), ...texts.map((text) => text ?? "")].join("\t")}\n`;
  });
  return Buffer.from(lines.join(""));
}

function namesBesides(asked: PayerIds[]): (ids: readonly PayerIds[]) => Promise<(ids: PayerIds) => PayerNames> {
  return async (ids) => {
    asked.push(...ids);
    return ({ key_id: key, user_id: user }) => ({
      ...NOBODY,
      ...(key === "k" && { key_alias: 'K"', key_name: "sk-1" }),
      ...(user === "u" && { user_alias: "=U", user_email: "u@example.com" }),
    });
  };
}

test("names stand between the two parts of a line, and are read once for each id of an export", async () => {
  const asked: PayerIds[] = [];
  const writer = new LineWriter("csv", namesBesides(asked));
  const written = await writer.write(
    answerOf([
      [1, "a,1", "x", "k", "u"],
      [2, "é\n,2", "y", "k", null],
    ]),
  );
  expect(written?.lines.toString()).toBe(`a,1,"K""",sk-1,'=U,u@example.com,,,,x\r\né\n,2,"K""",sk-1,,,,,,y\r\n`);
  expect([written?.last, written?.looked]).toEqual([{ startedAt: 2, callId: "call-2" }, 2]);
  await writer.write(answerOf([[3, "c", "z", "k", "other"]]));
  expect(asked).toEqual([{ key_id: "k" }, { user_id: "u" }, { user_id: "other" }]);
  expect(await writer.write(Buffer.alloc(0))).toBeUndefined();
});

test("a line of JSON ends with the names", async () => {
  const writer = new LineWriter("jsonl", namesBesides([]));
  const written = await writer.write(answerOf([[1, '{"call_id":"a"', "", "k", "u"]]));
  expect(JSON.parse(String(written?.lines))).toEqual({
    call_id: "a",
    ...NOBODY,
    key_alias: 'K"',
    key_name: "sk-1",
    user_alias: "=U",
    user_email: "u@example.com",
  });
});
