import { isEntityId } from "@/lib/entity-id";
import { countFault } from "./limit-draft";

/** Limits by model, of keys and teams, as the management API has them. */
export interface ModelLimits {
  readonly model_rpm_limit: Readonly<Record<string, number>>;
  readonly model_tpm_limit: Readonly<Record<string, number>>;
}

/** The limits of one model as typed. */
export interface ModelLimitRow {
  readonly model: string;
  readonly rpm: string;
  readonly tpm: string;
}
export type ModelLimitFaults = Partial<Record<keyof ModelLimitRow, string>>;

export const EMPTY_ROW: ModelLimitRow = { model: "", rpm: "", tpm: "" };

/** A row for each model that is limited, by name. */
export function modelLimitRows(limits?: ModelLimits): ModelLimitRow[] {
  const rpm = new Map(Object.entries(limits?.model_rpm_limit ?? {}));
  const tpm = new Map(Object.entries(limits?.model_tpm_limit ?? {}));
  return [...new Set([...rpm.keys(), ...tpm.keys()])]
    .sort()
    .map((model) => ({ model, rpm: String(rpm.get(model) ?? ""), tpm: String(tpm.get(model) ?? "") }));
}

/** The faults of each row. An empty row has none. */
export function modelLimitFaults(rows: readonly ModelLimitRow[]): ModelLimitFaults[] {
  const named = new Set<string>();
  return rows.map((row) => {
    if (isEmpty(row)) return {};
    const model = row.model.trim();
    const fault = modelFault(model, named.has(model));
    named.add(model);
    const rpm = countFault(row.rpm);
    const tpm =
      countFault(row.tpm) ??
      (row.rpm.trim() === "" && row.tpm.trim() === "" ? "Limit the requests, the tokens or both." : undefined);
    return { ...(fault && { model: fault }), ...(rpm && { rpm }), ...(tpm && { tpm }) };
  });
}

function modelFault(model: string, repeated: boolean): string | undefined {
  if (model === "") return "Name the model, or a pattern such as openai/*.";
  if (!isEntityId(model)) return "At most 256 characters, none of them a control character.";
  return repeated ? "This model already has a limit above." : undefined;
}

/** Rows → wire. Empty rows are left out. */
export function modelLimitsOf(rows: readonly ModelLimitRow[]): ModelLimits {
  const by = (name: "rpm" | "tpm") =>
    Object.fromEntries(
      rows
        .filter((row) => !isEmpty(row) && row[name].trim() !== "")
        .map((row) => [row.model.trim(), Number(row[name])]),
    );
  return { model_rpm_limit: by("rpm"), model_tpm_limit: by("tpm") };
}

function isEmpty({ model, rpm, tpm }: ModelLimitRow): boolean {
  return model.trim() === "" && rpm.trim() === "" && tpm.trim() === "";
}
