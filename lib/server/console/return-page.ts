const OVERVIEW = "/console";
export const SIGN_IN_PAGE = "/console/sign-in";

/** The request header in which the gateway's server tells the console's pages what was asked for. */
export const ASKED_PAGE = "x-gateway-page";

/**
 * The page of the console to go to after the sign-in: path and query of what was asked for, whatever its origin, so that
 * nobody is led away; the overview where that is no page of the console.
 */
export function returnPage(asked: string | null | undefined): string {
  const url = asked && URL.canParse(asked, "http://console") ? new URL(asked, "http://console") : undefined;
  if (!url || !url.pathname.startsWith(`${OVERVIEW}/`) || url.pathname.startsWith(SIGN_IN_PAGE)) return OVERVIEW;
  url.searchParams.delete("_rsc"); // Next.js's own, of a page that was asked for by another one
  return `${url.pathname}${url.search}`;
}

/** Where to sign in, and come back from. */
export function signInAddress(asked: string | null | undefined): string {
  const page = returnPage(asked);
  // `callbackUrl` is next-auth's name for it.
  return page === OVERVIEW ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${new URLSearchParams({ callbackUrl: page })}`;
}
