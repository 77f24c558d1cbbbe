import { queryString } from "@/components/api/client";

/** The part of a page's state that its address holds: texts by parameter name, empty where nothing is chosen. */
export type AddressView = Readonly<Record<string, string>>;

/** The view in an address. A parameter that is missing or given twice has its value in `usual`. */
export function viewFrom<View extends AddressView>(parameters: URLSearchParams, usual: View): View {
  const given = Object.keys(usual).flatMap((name) => {
    const [value, ...more] = parameters.getAll(name);
    return value === undefined || more.length > 0 ? [] : [[name, value]];
  });
  return { ...usual, ...Object.fromEntries(given) };
}

/** The query of the address of a view. Values equal to those of `usual` are left out. */
export function addressOf<View extends AddressView>(view: View, usual: View): string {
  return queryString(Object.fromEntries(Object.entries(view).filter(([name, value]) => value !== usual[name])));
}

/** The page number in an address; the first page where it has none. */
export function pageOf(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
