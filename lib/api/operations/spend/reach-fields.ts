import type { Reach } from "@/lib/reports/report-reader";

/** How far an answer reaches, as fields of a body. */
export function reachFields({ asOf, note }: Reach): { readonly as_of?: string; readonly note?: string } {
  return {
    ...(asOf !== undefined && { as_of: new Date(asOf).toISOString() }),
    ...(note !== undefined && { note }),
  };
}

/** How far a file reaches, as headers. */
export function reachHeaders(reach: Reach): Readonly<Record<string, string>> {
  const { as_of: asOf, note } = reachFields(reach);
  return {
    ...(asOf !== undefined && { "x-gateway-as-of": asOf }),
    ...(note !== undefined && { "x-gateway-note": note }),
  };
}
