/** Whether prompts and answers are kept, and for how many days, as typed. */
export interface ContentDraft {
  readonly isKept: boolean;
  /** Empty: as long as the settings say. */
  readonly days: string;
}

/** A row's fields as a draft. Undefined: there is no row yet, or its kind does not keep content. */
export function contentDraftOf(
  row: { readonly log_content: boolean; readonly content_retention_days: number | null } | undefined,
): ContentDraft {
  return { isKept: row?.log_content ?? false, days: String(row?.content_retention_days ?? "") };
}

/** A draft as fields of the API. The days stay while nothing is kept. */
export function contentFieldsOf({ isKept, days }: ContentDraft) {
  const typed = days.trim();
  return { log_content: isKept, content_retention_days: typed === "" ? null : Number(typed) };
}
