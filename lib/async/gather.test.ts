import { expect, test } from "vitest";
import { gather } from "./gather";

function counted(rows: ReadonlyMap<string, string>) {
  const asked: (readonly string[])[] = [];
  const read = gather(async (ids) => {
    asked.push(ids);
    return rows;
  });
  return { asked, read };
}

test("reads that begin at the same moment are one read, and each gets its own row or none", async () => {
  const { asked, read } = counted(
    new Map([
      ["a", "row of a"],
      ["b", "row of b"],
    ]),
  );
  expect(await Promise.all(["a", "missing", "b"].map(read))).toEqual(["row of a", undefined, "row of b"]);
  expect(asked).toEqual([["a", "missing", "b"]]);
});

test("a read that begins later is a read of its own, also while the one before is under way", async () => {
  const { asked, read } = counted(new Map([["a", "row"]]));
  const first = read("a");
  await Promise.resolve();
  await Promise.all([first, read("a")]);
  expect(asked).toEqual([["a"], ["a"]]);
});

test("a read that fails fails for all that share it, and not for those after it", async () => {
  let isAway = true;
  const read = gather(async (ids) => {
    if (isAway) throw new Error("away");
    return new Map(ids.map((id) => [id, id]));
  });
  expect(await Promise.allSettled([read("a"), read("b")])).toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  isAway = false;
  expect(await read("a")).toBe("a");
});
