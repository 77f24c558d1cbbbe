import type { Page } from "@playwright/test";

/** What is pressed with Enter: a button unless it says otherwise. Of several with this name, the first. */
export interface Press {
  readonly role?: "button" | "menuitem";
  readonly name: string | RegExp;
}

/** A dialog, drawer or menu of the console, and how the keyboard opens it. */
export interface Surface {
  /** The file of `components/` that draws it. */
  readonly file: string;
  /** The path behind `/console`. */
  readonly path: string;
  /** What happens to the page before. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** What is pressed in turn; the last opens it. */
  readonly open: readonly [Press, ...Press[]];
  /** The name of a dialog or drawer; a menu has that of its button. */
  readonly name?: string | RegExp;
  /** The button beside Escape that closes it; menus have none. */
  readonly close?: "Cancel" | "Close" | "Done";
  /** Whether it says that its act can be undone; absent: it takes nothing away. */
  readonly undo?: boolean;
  /** What has the focus afterwards; absent: what was pressed last. */
  readonly returnsTo?: Press;
}

export const press = (name: string | RegExp): Press => ({ name });

/** The menus and the palette in the header of every page. */
export const SURFACES_OF_HEADER: readonly Surface[] = [
  { file: "shell/account-menu.tsx", path: "/settings", open: [press(/^Account: /)] },
  { file: "notifications/notifications-button.tsx", path: "/settings", open: [press(/^Notifications/)] },
  { file: "shell/theme-switch.tsx", path: "/settings", open: [press("Colour theme")] },
  {
    file: "palette/palette.tsx",
    path: "/settings",
    open: [press(/^Search or jump to/)],
    name: "Search or jump to",
  },
];

/** What a user reads who is connected to a tool server. */
const CONNECTED = {
  user_id: "ada",
  data: [
    { server_id: "wiki", description: null, state: "connected", connected_at: "2026-01-01T00:00:00Z", allowed: true },
  ],
};

/** The master key, with which the story of the focus signs in, has no connections: the page reads those of a user. */
export const SURFACE_OF_CONNECTIONS: Surface = {
  file: "connections/disconnect-dialog.tsx",
  path: "/connections",
  before: (page) => page.route("**/connection/list", (route) => route.fulfill({ json: CONNECTED })),
  open: [press("Disconnect from wiki")],
  name: "Disconnect from wiki?",
  close: "Cancel",
  undo: false,
};

/** The surfaces of a list of entities, which all lists share. */
export function surfacesOfEntities(path: string, one: string, name: string): readonly Surface[] {
  const found = `${path}?search=${name}`;
  const row = press(name);
  return [
    { file: "entities/entity-drawer.tsx", path: found, open: [row], name, close: "Close" },
    {
      file: "entities/entity-dialog.tsx",
      path: found,
      open: [press(`New ${one}`)],
      name: `New ${one}`,
      close: "Cancel",
    },
    {
      file: "entities/entity-dialog.tsx",
      path: found,
      open: [row, press(`Edit ${one}`)],
      name: `Edit ${name}`,
      close: "Cancel",
    },
    {
      file: "entities/block-dialog.tsx",
      path: found,
      open: [press(`Actions for ${name}`), { role: "menuitem", name: "Block" }],
      returnsTo: press(`Actions for ${name}`),
      name: `Block ${name}?`,
      close: "Cancel",
      undo: true,
    },
    {
      // The drawer closes when its entity is about to go.
      file: "entities/delete-dialog.tsx",
      path: found,
      open: [row, press("Delete")],
      returnsTo: row,
      name: `Delete the ${one} ${name}?`,
      close: "Cancel",
      undo: false,
    },
  ];
}

/** The surfaces for several rows of a list at once, and for its file. */
export function surfacesOfLists(path: string, name: string): readonly Surface[] {
  return [
    {
      file: "shared/chosen/act-dialog.tsx",
      path: `${path}?search=${name}`,
      before: (page) => page.getByRole("checkbox", { name: `Choose ${name}` }).check(),
      open: [press("Block")],
      name: "Block 1 team?",
      close: "Cancel",
    },
    { file: "shared/tables/table-menu.tsx", path, open: [press("CSV")] },
    {
      file: "shared/tables/import-dialog.tsx",
      path,
      open: [press("CSV"), { role: "menuitem", name: "Import teams…" }],
      returnsTo: press("CSV"),
      name: "Import teams",
      close: "Cancel",
    },
  ];
}

/** The dialogs of a list that is changed in it: that of a new row, of a change, and of a deletion. */
export function surfacesOfForms(
  file: string,
  ofDeletion: string,
  { path, add, edit, row }: Readonly<Record<"path" | "add" | "edit" | "row", string>>,
): readonly Surface[] {
  return [
    { file, path, open: [press(add)], name: add, close: "Cancel" },
    { file, path, open: [press(edit)], name: `Edit ${row}`, close: "Cancel" },
    { file: ofDeletion, path, open: [press(`Delete ${row}`)], name: `Delete ${row}?`, close: "Cancel", undo: false },
  ];
}
