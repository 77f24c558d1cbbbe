/** How many ids are remembered. Older ones belong to notices that are gone. */
const MOST = 500;

/** The ids of seen notices in a stored text. Anybody with this browser may have written it. */
export function seenFrom(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The ids of seen notices with some more. */
export function withSeen(seen: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...seen, ...more])].slice(-MOST);
}
