/** What the headers of a page depend on. */
export interface PageSecurity {
  /** Random for each answer: scripts and styles that carry it are the page's own. */
  readonly nonce: string;
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** Whether `next dev` serves the page. It evaluates code and injects styles. */
  readonly isDevelopment: boolean;
}

/** How long browsers insist on TLS, in seconds: a year. */
const STRICT_TRANSPORT_SECONDS = 365 * 24 * 60 * 60;

/**
 * The console's Content-Security-Policy: nothing but the gateway's own files, and no script or style put into a page.
 */
export function contentSecurityPolicy({ nonce, isDevelopment }: PageSecurity): string {
  return [
    "default-src 'none'",
    // "strict-dynamic": scripts that the page's own scripts load, as Next.js does, are the page's too.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // React writes style attributes for bars and colours. They cannot carry a nonce, and they run no script.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** The headers of every answer of the console, besides those of Next.js. */
export function pageHeaders(security: PageSecurity): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(security),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    // Browsers ignore the header over plain HTTP, where anybody on the network could have added it.
    ...(security.isSecure && { "strict-transport-security": `max-age=${STRICT_TRANSPORT_SECONDS}` }),
  };
}
