import { queryString } from "@/components/api/client";
import { PRINCIPAL_KINDS, type RefusalGroup } from "@/lib/refusal";

/** A group of refusals as a text in the address of the page. */
export function groupAddress({ code, kind, principal, route, model }: RefusalGroup): string {
  return JSON.stringify([code, kind, principal, route, model]);
}

/** The address of a group to pass on: among the refusals of the last 30 days, in whatever state. */
export function linkTo(group: RefusalGroup): string {
  return `/console/refusals${queryString({ state: "all", hours: String(30 * 24), open: groupAddress(group) })}`;
}

/** The address of the list of a group's recorded refusals. For the group "others", all refusals of its code. */
export function eachAddress({ code, kind, principal, route, model }: RefusalGroup): string {
  const group = kind === "others" ? {} : { kind, principal, route, requested_model: model };
  return `/console/requests${queryString({ status: "refused", code, ...group })}`;
}

/** The group that a string in an address names; undefined: none, as an address may hold any string. */
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
