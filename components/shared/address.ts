import { queryString } from "@/components/api/client";

/** What of a page stands in its address: texts by the names of the parameters, an empty text where nothing is chosen. */
export type AddressView = Readonly<Record<string, string>>;

/** The view that an address asks for; where it says nothing of something, or several things, that is as in `usual`. */
export function viewFrom<View extends AddressView>(parameters: URLSearchParams, usual: View): View {
  const given = Object.keys(usual).flatMap((name) => {
    const [value, ...more] = parameters.getAll(name);
    return value === undefined || more.length > 0 ? [] : [[name, value]];
  });
  return { ...usual, ...Object.fromEntries(given) };
}

/** The end of the address that asks for a view: what is as in `usual` is left out, and so the usual view has none. */
export function addressOf<View extends AddressView>(view: View, usual: View): string {
  return queryString(Object.fromEntries(Object.entries(view).filter(([name, value]) => value !== usual[name])));
}

/** A page of a list from an address; the first where it names none. */
export function pageOf(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
