/** How far a backup or restore has come with one table. */
export interface TableProgress {
  readonly table: string;
  readonly rows: number;
  /** About how many rows there will be. Undefined: nobody knows. */
  readonly ofRows?: number | undefined;
  readonly isDone: boolean;
}

/** Milliseconds between two reports about one table. */
const INTERVAL_MS = 5_000;

/** Reports about a table now and then, and once when it is done. `onProgress` takes the reports. */
export function reportRows(
  table: string,
  ofRows: number | undefined,
  onProgress: (progress: TableProgress) => void,
): { count(rows: number): void; done(): number } {
  let rows = 0;
  let due = Date.now() + INTERVAL_MS;
  return {
    count(more) {
      rows += more;
      if (Date.now() < due) return;
      due = Date.now() + INTERVAL_MS;
      onProgress({ table, rows, ofRows, isDone: false });
    },
    done() {
      onProgress({ table, rows, isDone: true });
      return rows;
    },
  };
}

const LINE_FEED = 0x0a;

/** The number of rows in a piece of `COPY`'s output. Each row ends with a line feed and has none inside. */
export function countRows(data: Buffer): number {
  let rows = 0;
  for (let at = data.indexOf(LINE_FEED); at !== -1; at = data.indexOf(LINE_FEED, at + 1)) rows++;
  return rows;
}
