/** A page of a list, as an address says it. Empty: the first one. */
export interface PageAddress {
  readonly page: string;
  /** The place behind which the page begins; without one the page is found by its number. */
  readonly after: string;
}

export const FIRST_PAGE: PageAddress = { page: "", after: "" };

/** What the API is asked for. A place keeps the page where it is while rows before it come and go. */
export function askedPage(number: number, after: string): { readonly page: number } | { readonly after: string } {
  return number > 1 && after !== "" ? { after } : { page: number };
}

/** The address of a page. `placeOf`: where the pages begin that are known. */
export function pageAddress(number: number, placeOf: (number: number) => string | undefined): PageAddress {
  return number <= 1 ? FIRST_PAGE : { page: String(number), after: placeOf(number) ?? "" };
}
