/** A GET to the deployment's origin. */
export interface ListRequest {
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the list is, if not at the deployment's own origin. */
  readonly origin?: string;
  /** The names in an answer; undefined: it is no such list. Absent: as `listedIds` reads it. */
  names?(text: string): string[] | undefined;
  /** Whether the list has the names that calls use. Azure's calls name deployments, and its list has models. */
  readonly namesWhatCallsUse: boolean;
}

/** The ids of a list of models; undefined: the answer is no such list. */
export function listedIds(text: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data: unknown = typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "id" in one && typeof one.id === "string" ? [one.id] : [],
  );
}
