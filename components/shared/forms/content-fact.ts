/** The row of facts about it; none where nothing is kept. */
export function contentFact({
  log_content: isKept,
  content_retention_days: days,
}: {
  readonly log_content: boolean;
  readonly content_retention_days: number | null;
}): readonly (readonly [label: string, value: string])[] {
  if (!isKept) return [];
  return [["Prompts and answers", days === null ? "Kept" : `Kept for ${days === 1 ? "1 day" : `${days} days`}`]];
}
