/** The message of whatever was thrown: an Error's own, otherwise the value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
