import { queryString } from "@/components/api/client";
import { PRINCIPAL_KINDS, type RefusalGroup } from "@/lib/refusal";

/** A group of refusals, as the address of the page names it. */
export function groupAddress({ code, kind, principal, route, model }: RefusalGroup): string {
  return JSON.stringify([code, kind, principal, route, model]);
}

/** The address of a group, for colleagues: whatever was done about it, of the last 30 days. */
export function linkTo(group: RefusalGroup): string {
  return `/console/refusals${queryString({ state: "all", hours: String(30 * 24), open: groupAddress(group) })}`;
}

/** The address of the list of the recorded refusals of a group. Those counted with others have groups of their own. */
export function eachAddress({ code, kind, principal, route, model }: RefusalGroup): string {
  const group = kind === "others" ? {} : { kind, principal, route, requested_model: model };
  return `/console/requests${queryString({ status: "refused", code, ...group })}`;
}

/** The group that an address names; undefined: it names none. An address may hold any text. */
export function groupIn(address: string): RefusalGroup | undefined {
  const parts = partsOf(address);
  if (parts?.length !== 5) return undefined;
  const [code = "", kindName, principal = "", route = "", model = ""] = parts;
  const kind = PRINCIPAL_KINDS.find((one) => one === kindName);
  return code === "" || kind === undefined ? undefined : { code, kind, principal, route, model };
}

function partsOf(text: string): readonly string[] | undefined {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : undefined;
  } catch {
    return undefined;
  }
}
