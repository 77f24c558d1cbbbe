import { press, type Surface } from "./surface";

/** For whoever administers only the team, which owns the key. */
export const ON_ONES_OWN_PAGE: readonly Surface[] = [
  {
    file: "own/limits-dialog.tsx",
    path: "",
    open: [press("Edit team limits")],
    name: /^Limits of/,
    close: "Cancel",
  },
  {
    file: "own/own-key-dialog.tsx",
    path: "",
    open: [press("Generate team key")],
    name: "Generate a key for friedas",
    close: "Cancel",
  },
  {
    file: "keys/block-key-dialog.tsx",
    path: "",
    open: [press(/^Block /)],
    name: /^Block /,
    close: "Cancel",
    undo: false,
  },
  {
    file: "keys/delete-key-dialog.tsx",
    path: "",
    open: [press(/^Delete /)],
    name: /^Delete /,
    close: "Cancel",
    undo: false,
  },
];
