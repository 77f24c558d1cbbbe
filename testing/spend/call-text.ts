import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import { escapedParameter } from "@/lib/reports/clickhouse/clickhouse";

/** Texts of columns by name. Those that are left out have no value. */
export type CallTexts = Readonly<Partial<Record<CallField, string>>>;

/** Calls as lines of cells, as `COPY` and `TabSeparated` write them, each with further cells behind it. */
export function callText(calls: readonly CallTexts[], ...more: readonly string[]): Buffer {
  const lines = calls.map((call) => {
    const cells = CALL_FIELDS.map((field) => {
      const text = call[field];
      return text === undefined ? "\\N" : escapedParameter(text);
    });
    return `${[...cells, ...more].join("\t")}\n`;
  });
  return Buffer.from(lines.join(""));
}
