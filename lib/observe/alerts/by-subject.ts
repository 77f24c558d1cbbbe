/** Groups things by their subject, in their order. */
export function bySubject<Thing extends { readonly subject: string }>(things: readonly Thing[]): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const thing of things) {
    const own = found.get(thing.subject);
    if (own) own.push(thing);
    else found.set(thing.subject, [thing]);
  }
  return found;
}
