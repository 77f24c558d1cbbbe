import { forge } from "@/testing/auth/forge";
import type { Attack } from "@/testing/auth/attack";

const bound =
  (cnf: unknown): Attack["make"] =>
  (fixture) =>
    forge(fixture, { claims: { cnf } });

/** Genuine tokens that are bound to their sender, sent by somebody who cannot prove to be that sender. */
export const BINDING_ATTACKS: readonly Attack[] = [
  {
    name: "a token bound to a DPoP key, without its proof",
    source: "RFC 9449 §6.1",
    code: "invalid_token",
    make: bound({ jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" }),
  },
  {
    name: "a token bound to a client certificate, without it",
    source: "RFC 8705 §3.1",
    code: "invalid_token",
    make: bound({ "x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2" }),
  },
  { name: "a token bound in an unknown way", source: "RFC 7800 §3.1", code: "invalid_token", make: bound({}) },
];
