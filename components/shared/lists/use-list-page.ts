"use client";
import { useRef } from "react";
import { pageOf } from "../address";
import { askedPage, type PageAddress, pageAddress } from "./list-page";

/** The page of a list that the gateway pages. */
export interface ListPage {
  readonly number: number;
  /** The page as the API takes it. */
  readonly asked: ReturnType<typeof askedPage>;
  /** Turns to a page. `next`: the cursor, in the answer, at which the page after the shown one begins. */
  readonly turnTo: (number: number, next?: string | null) => void;
}

/**
 * The page in an address, and a way to turn it. Each page begins at the cursor where the previous one ends, so that no
 * row is shown twice or left out while others come and go. `of`: a text that differs between lists, orders and filters.
 */
export function useListPage(view: PageAddress, change: (to: PageAddress) => void, of: string): ListPage {
  // The cursors of the pages that were seen, for the button that goes back.
  const cursors = useRef(new Map<string, string>());
  const number = pageOf(view.page);
  return {
    number,
    asked: askedPage(number, view.after),
    turnTo: (to, next) => {
      const keyOf = (page: number): string => `${page} ${of}`;
      cursors.current.set(keyOf(number), view.after);
      if (to === number + 1 && next) cursors.current.set(keyOf(to), next);
      change(pageAddress(to, (page) => cursors.current.get(keyOf(page))));
    },
  };
}
