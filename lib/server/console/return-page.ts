const OVERVIEW = "/console";
export const SIGN_IN_PAGE = "/console/sign-in";

/** The request header in which the gateway's server tells the console's pages the path that the browser requested. */
export const REQUESTED_PAGE_HEADER = "x-gateway-page";

/**
 * The page of the console to open after the sign-in: path and query of the requested page, or the overview if that is
 * not a page of the console. The origin is dropped, so that no link can lead people to another site.
 */
export function returnPage(requested: string | null | undefined): string {
  const url = requested && URL.canParse(requested, "http://console") ? new URL(requested, "http://console") : undefined;
  if (!url || !url.pathname.startsWith(`${OVERVIEW}/`) || url.pathname.startsWith(SIGN_IN_PAGE)) return OVERVIEW;
  url.searchParams.delete("_rsc"); // Next.js adds it when one page prefetches another
  return `${url.pathname}${url.search}`;
}

/** The address of the sign-in page, which leads back to the requested page. */
export function signInAddress(requested: string | null | undefined): string {
  const page = returnPage(requested);
  // `callbackUrl` is next-auth's name for it.
  return page === OVERVIEW ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${new URLSearchParams({ callbackUrl: page })}`;
}
