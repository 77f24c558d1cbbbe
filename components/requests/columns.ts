import type { CallLog } from "@/lib/wire/spend";

/** The columns that can be switched on and off. */
export const COLUMNS = {
  key: "Key",
  provider: "Provider",
  issuer: "Issuer",
  http: "HTTP status",
  reason: "Reason",
} as const;
export type ColumnName = keyof typeof COLUMNS;

/** The columns in a string of the address such as `key,http`. */
export function chosenColumns(text: string): readonly ColumnName[] {
  const named = new Set(text.split(","));
  return columnNames().filter((name) => named.has(name));
}

/** The text of the address after a column was switched on or off. */
export function withColumn(chosen: readonly ColumnName[], name: ColumnName, isOn: boolean): string {
  return columnNames()
    .filter((one) => (one === name ? isOn : chosen.includes(one)))
    .join(",");
}

/** A string that is known to be a name in `COLUMNS`, as that type. */
export function columnOf(name: string): ColumnName {
  return columnNames().find((one) => one === name) ?? "key";
}

function columnNames(): ColumnName[] {
  return ["key", "provider", "issuer", "http", "reason"];
}

/** Why a call did not succeed; undefined: it did. */
export function reasonOf({ status, http_status: http }: Pick<CallLog, "status" | "http_status">): string | undefined {
  switch (status) {
    case "success":
      return undefined;
    case "error":
      return http === null ? "No answer" : `HTTP ${http}`;
    case "cancelled":
      return "The caller hung up";
    case "interrupted":
      return "The gateway stopped";
    case "tool_error":
      return "The tool failed";
  }
}
