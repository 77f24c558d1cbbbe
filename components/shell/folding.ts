import { basePath } from "@/lib/http/published-base-path";

/** The cookie that says that the navigation is folded to icons. The server reads it, so that nothing moves. */
export const FOLDED_COOKIE = "gateway-console-folded";
const YEAR_S = 31_536_000;

/** Remembers in this browser whether the navigation is folded. */
export function rememberFolded(isFolded: boolean): void {
  const path = `${basePath()}/console`;
  document.cookie = `${FOLDED_COOKIE}=1; Path=${path}; Max-Age=${isFolded ? YEAR_S : 0}; SameSite=Lax`;
}
