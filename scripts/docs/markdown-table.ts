/** A table of GitHub's Markdown; a `|` in a cell is escaped. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Names in a table without headings, a few to a row: a list that would be too long for a sentence. */
export function nameTable(names: readonly string[], width = 4): string {
  const rows = Array.from({ length: Math.ceil(names.length / width) }, (_, row) =>
    Array.from({ length: width }, (__, column) => {
      const name = names[row * width + column];
      return name === undefined ? "" : `\`${name}\``;
    }),
  );
  return markdownTable(
    Array.from({ length: width }, () => ""),
    rows,
  );
}
