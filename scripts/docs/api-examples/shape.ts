/**
 * Where two answers have other members than each other, as paths. A list that is empty, and a value that is null, may
 * have any: whether something has happened yet differs from run to run.
 */
export function shapeDifferences(before: unknown, after: unknown, path = ""): string[] {
  const [one, other] = [firstOf(before), firstOf(after)];
  if (one === null || other === null) return [];
  if (typeof one !== "object" || typeof other !== "object") return typeof one === typeof other ? [] : [path];
  const [was, is] = [new Map<string, unknown>(Object.entries(one)), new Map<string, unknown>(Object.entries(other))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const place = `${path}.${name}`;
    if (!was.has(name)) return [`${place} is new`];
    if (!is.has(name)) return [`${place} is gone`];
    return shapeDifferences(was.get(name), is.get(name), place);
  });
}

/** The first item of a list; null for what has no shape of its own. */
function firstOf(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return first ?? null;
}
