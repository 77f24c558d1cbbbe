/** `2026-11-22T12:00:00Z`, from milliseconds since the epoch. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
