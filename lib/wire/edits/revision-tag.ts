/** The `ETag` of the access settings: their newest revision. Undefined or null: none was saved yet. */
export function revisionTag(newest: { readonly id: number } | null | undefined): string {
  return `"revision-${newest?.id ?? 0}"`;
}
