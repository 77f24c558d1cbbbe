"use client";
import { cloneElement, type ComponentType, createContext, type KeyboardEvent, use, useState } from "react";
import type { MenuProps } from "./lazy/menu-parts";

type Parts = typeof import("./lazy/menu-parts");

/** What menus are made of weighs as much as a page, so that it is loaded when somebody points to a menu's button. */
const loadParts = (): Promise<Parts> => import("./lazy/menu-parts");
const LoadedParts = createContext<Parts | undefined>(undefined);

/** A menu behind a button. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const [parts, setParts] = useState<Parts>();
  const [byKeyboard, setByKeyboard] = useState(false);
  if (parts !== undefined)
    return (
      <LoadedParts value={parts}>
        <parts.OpenMenu trigger={trigger} byKeyboard={byKeyboard} {...rest} />
      </LoadedParts>
    );
  const open = (isByKeyboard: boolean): void => {
    setByKeyboard(isByKeyboard);
    void loadParts().then(setParts);
  };
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void loadParts(),
    onFocus: () => void loadParts(),
    // A click without a pointer comes from a key.
    onClick: ({ detail }) => open(detail === 0),
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
/** A choice that can be on or off. The menu stays open. */
export const MenuCheck = part((parts) => parts.MenuCheck);
export const MenuLabel = part((parts) => parts.MenuLabel);
export const MenuSeparator = part((parts) => parts.MenuSeparator);
