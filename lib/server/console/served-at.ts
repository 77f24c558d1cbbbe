/**
 * The request header in which proxy.ts hands the gateway's time, in milliseconds since the epoch, to a page's layout.
 */
export const SERVED_AT = "x-gateway-time";
