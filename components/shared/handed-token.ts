/**
 * A token on its way from the palette to *Explain*. It is only in this variable until the page takes it, because an
 * address, the history or the browser's storage would keep it.
 */
let token: string | undefined;
const listeners = new Set<() => void>();

/** Hands a token to *Explain*, whether that page is open or about to be. */
export function handToken(secret: string): void {
  token = secret;
  listeners.forEach((notify) => notify());
}

/** Calls `take` with each token that is handed over, one that waits at once. The returned function stops it. */
export function onHandedToken(take: (secret: string) => void): () => void {
  const deliver = () => {
    if (token === undefined) return;
    const secret = token;
    token = undefined;
    take(secret);
  };
  listeners.add(deliver);
  deliver();
  return () => void listeners.delete(deliver);
}
