/** A name that a caller or provider chose, in quotes for a message; longer ones are cut to `limit` characters. */
export function quote(name: string, limit = 120): string {
  return JSON.stringify(name.length > limit ? `${name.slice(0, limit - 3)}...` : name);
}
