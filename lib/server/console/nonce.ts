/** The request header in which proxy.ts hands the nonce of a page to its layout. */
export const NONCE = "x-nonce";
