/**
 * A path of the gateway, or an address that begins with one, below the base path. `base`: "" or a path such as
 * `/llm/gateway`. A path that is below it already stays as it is: no base path begins like a path of the gateway.
 */
export function withBasePath(path: string, base: string): string {
  return isBelow(path, base) ? path : `${base}${path === "/" && base !== "" ? "" : path}`;
}

/** The opposite of `withBasePath`. A path that is not below the base path stays as it is. */
export function withoutBasePath(path: string, base: string): string {
  if (base === "" || !isBelow(path, base)) return path;
  const rest = path.slice(base.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** `/llm` is above `/llm`, `/llm/console` and `/llm?page=2`, and not above `/llms`. */
function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && [undefined, "/", "?", "#"].includes(path[base.length]);
}
