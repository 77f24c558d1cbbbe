"use client";
import {
  cloneElement,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  use,
  useState,
} from "react";
import { later } from "./lazy/later";
import type { MenuProps } from "./lazy/menu-parts";

type Parts = typeof import("./lazy/menu-parts");

/** What menus are made of weighs as much as a page. */
const file = later<Parts>(() => import("./lazy/menu-parts"));
const LoadedParts = createContext<Parts | undefined>(undefined);

/** A menu behind a button. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const [parts, setParts] = useState<Parts>();
  const [byKeyboard, setByKeyboard] = useState(false);
  const [failed, setFailed] = useState<{ readonly fault: unknown }>();
  if (parts !== undefined)
    return (
      <LoadedParts value={parts}>
        <parts.OpenMenu trigger={trigger} byKeyboard={byKeyboard} {...rest} />
      </LoadedParts>
    );
  // The page says that it is of the version before, or loads itself again.
  if (failed) throw failed.fault;
  const open = (isByKeyboard: boolean): void => {
    setByKeyboard(isByKeyboard);
    const loaded = file.current();
    if (loaded) setParts(loaded);
    else file.get().then(setParts, (fault: unknown) => setFailed({ fault }));
  };
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    // As the library does: a click would be lost where the pressed button moves, as after the field that had the focus.
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return;
      // The menu gets the focus, not the button.
      event.preventDefault();
      open(false);
    },
    // A click without a pointer comes from a key.
    onClick: ({ detail }) => {
      if (detail === 0) open(true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open(true);
    },
  });
}

/** A part of the menu that it stands in. */
function part<Properties extends object>(chosen: (parts: Parts) => ComponentType<Properties>) {
  return function MenuPart(properties: Properties) {
    const parts = use(LoadedParts);
    const Part = parts && chosen(parts);
    return Part && <Part {...properties} />;
  };
}

export const MenuItem = part((parts) => parts.MenuItem);
/** A link in a menu to a path of the gateway, or to another site. `download`: its answer is saved as a file. */
export const MenuLink = part((parts) => parts.MenuLink);
/** A link in a menu to a page of the console, in as many lines as it needs. */
export const MenuPage = part((parts) => parts.MenuPage);
/** A choice that can be on or off. The menu stays open. */
export const MenuCheck = part((parts) => parts.MenuCheck);
export const MenuLabel = part((parts) => parts.MenuLabel);
export const MenuSeparator = part((parts) => parts.MenuSeparator);
