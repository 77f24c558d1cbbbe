import { expect, test } from "vitest";
import { callText } from "@/testing/spend/call-text";
import { countTurns, mostOfOneTurn } from "@/testing/turns";
import { readCallLines } from "./call-lines";
import { exportCalls, type ExportPage } from "./export-calls";
import type { LineFormat } from "./line-format";

const FORMAT: LineFormat = {
  head: "head\n",
  namesPiece: () => new Uint8Array(),
  appendLine: (lines, calls, line) => lines.append(`${calls.textOf(line * calls.columns)}\n`),
};

/** A source of pages, with what was asked of it. */
function source(pages: readonly Promise<ExportPage>[], format = FORMAT) {
  const asked: (number | undefined)[] = [];
  const hungUp: (() => void)[] = [];
  const reader = { isGone: false, onGone: (listener: () => void) => void hungUp.push(listener) };
  let signal: AbortSignal | undefined;
  const lines = exportCalls(
    {
      async readPage(after, given) {
        asked.push(after?.startedAt);
        signal = given;
        const page = pages[after?.startedAt ?? 0];
        if (!page) throw new Error("broken");
        return page;
      },
      findNames: async () => [],
    },
    format,
    reader,
  );
  return { asked, lines, isStopped: () => signal?.aborted, hangUp: () => hungUp.forEach((listener) => listener()) };
}
const pageOf = async (number: number, next: number | undefined, ...ids: string[]): Promise<ExportPage> => ({
  calls: await readCallLines(callText(ids.map((call_id) => ({ call_id })))),
  next: next === undefined ? undefined : { startedAt: next, callId: `${number}` },
});
const textOf = (chunk: IteratorResult<Uint8Array>): string => Buffer.from(chunk.value ?? []).toString();

test("an export has every page, also behind one without calls, and reads one page ahead from the second on", async () => {
  const { asked, lines } = source([pageOf(0, 1, "a", "b"), pageOf(1, 2), pageOf(2, 3, "c"), pageOf(3, undefined, "d")]);
  const iterator = (await lines)[Symbol.asyncIterator]();
  expect(textOf(await iterator.next())).toBe("head\n");
  expect(textOf(await iterator.next())).toBe("a\nb\n");
  expect(asked).toEqual([undefined]);
  expect(textOf(await iterator.next())).toBe("c\n");
  expect(asked).toEqual([undefined, 1, 2, 3]);
  expect(textOf(await iterator.next())).toBe("d\n");
  expect((await iterator.next()).done).toBe(true);
});

test("after 250 lines other work gets its turn, and no line is lost", async () => {
  const ids = Array.from({ length: 20_500 }, (_, n) => `call-${n}`);
  const written: number[] = [];
  const counted: LineFormat = {
    ...FORMAT,
    appendLine(...appended) {
      written.push(turns.count());
      FORMAT.appendLine(...appended);
    },
  };
  const { lines } = source([pageOf(0, undefined, ...ids)], counted);
  const turns = countTurns();
  const chunks: Uint8Array[] = [];
  for await (const chunk of await lines) chunks.push(chunk);
  turns.stop();
  expect(Buffer.concat(chunks).toString().split("\n").slice(1, -1)).toEqual(ids);
  expect(mostOfOneTurn(written)).toBe(250);
});

test("a reader that hangs up or stops stops the page that is read, and a page that fails fails the export", async () => {
  const left = source([pageOf(0, 1, "a"), pageOf(1, undefined, "b")]);
  const iterator = (await left.lines)[Symbol.asyncIterator]();
  await iterator.next();
  expect(left.isStopped()).toBe(false);
  left.hangUp();
  expect(left.isStopped()).toBe(true);
  expect((await iterator.next()).done).toBe(true);

  const stopped = source([pageOf(0, 1, "a"), pageOf(1, 2, "b"), pageOf(2, undefined, "c")]);
  for await (const chunk of await stopped.lines) if (Buffer.from(chunk).toString() === "b\n") break;
  expect([stopped.asked, stopped.isStopped()]).toEqual([[undefined, 1, 2], true]);

  const broken = source([pageOf(0, 7, "a")]);
  const rest = async (): Promise<void> => {
    const iterator = (await broken.lines)[Symbol.asyncIterator]();
    while (!(await iterator.next()).done) continue;
  };
  await expect(rest()).rejects.toThrow("broken");
});
