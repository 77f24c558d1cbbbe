"use client";
import { useRef } from "react";
import { pageOf } from "../address";
import { askedPage, type PageAddress, pageAddress } from "./list-page";

/** The page of a list that the gateway pages. */
export interface ListPage {
  readonly number: number;
  /** What the API is asked for. */
  readonly asked: ReturnType<typeof askedPage>;
  /** Turns to a page. `next`: the answer's place behind the page that is shown. */
  readonly turnTo: (number: number, next?: string | null) => void;
}

/**
 * The page that an address asks for, and how to turn it. Pages follow one another by their places, so that none of the
 * rows is shown twice or left out while others come and go. `of`: a text that is another one for each list, order and
 * filter.
 */
export function useListPage(view: PageAddress, change: (to: PageAddress) => void, of: string): ListPage {
  // Where the pages begin that were seen, for the way back to them by the button.
  const places = useRef(new Map<string, string>());
  const number = pageOf(view.page);
  return {
    number,
    asked: askedPage(number, view.after),
    turnTo: (to, next) => {
      const keyOf = (page: number): string => `${page} ${of}`;
      places.current.set(keyOf(number), view.after);
      if (to === number + 1 && next) places.current.set(keyOf(to), next);
      change(pageAddress(to, (page) => places.current.get(keyOf(page))));
    },
  };
}
