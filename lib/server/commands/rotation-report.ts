import type { RotatedColumn } from "@/lib/store/rotate-encryption";

/** How many rows that cannot be decrypted are named for each column. */
const MOST_NAMED = 20;

/** What a rotation has done, for the operator: what could not be read, and the exit code. */
export function rotationReport(
  columns: readonly RotatedColumn[],
  isDry: boolean,
): { readonly exitCode: 0 | 1; readonly output: string } {
  const lines = columns.flatMap(({ column, rewritten, unreadable, locked }) => [
    `${column.what}: ${rewritten} ${isDry ? "to encrypt" : "encrypted"} with the current key`,
    ...(locked > 0 ? [`  ${locked} rows were in use all the time: run this again`] : []),
    ...unreadable
      .slice(0, MOST_NAMED)
      .map(({ id, fault }) =>
        fault === "another key"
          ? `  ${column.table} ${id} cannot be read: none of the keys here encrypted it`
          : `  ${column.table} ${id} cannot be read: it is damaged`,
      ),
    ...(unreadable.length > MOST_NAMED ? [`  and ${unreadable.length - MOST_NAMED} more`] : []),
  ]);
  const isWhole = columns.every(({ unreadable, locked }) => unreadable.length === 0 && locked === 0);
  const rest = isWhole
    ? isDry
      ? "Nothing was changed."
      : "Everything is encrypted with the current key. The previous keys can be removed."
    : "Keep the previous keys until everything is encrypted with the current one.";
  return { exitCode: isWhole ? 0 : 1, output: `${[...lines, rest].join("\n")}\n` };
}
