/** A name that a caller or provider has chosen, in quotes for a message. A longer one is cut to `limit` characters. */
export function quote(name: string, limit = 120): string {
  return JSON.stringify(name.length > limit ? `${name.slice(0, limit - 3)}...` : name);
}
