"use client";
import { Bookmark } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { usePerson } from "@/components/shared/drafts/kept-state";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { MOST_VIEWS, readViews, type SavedView, withView } from "./saved-views";

/** Tells the page of its own writes; browsers tell only the other tabs. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The views that this person keeps in this browser, and how to change them. */
function useSavedViews() {
  const key = `gateway-console:spend-views:${encodeURIComponent(usePerson())}`;
  const text = useSyncExternalStore(
    subscribe,
    () => {
      try {
        return window.localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    () => null,
  );
  const views = readViews(text);
  const write = (to: readonly SavedView[]): void => {
    try {
      window.localStorage.setItem(key, JSON.stringify(to));
    } catch {
      // The storage is full or switched off: the address of the page can still be kept as a bookmark.
    }
    listeners.forEach((listener) => listener());
  };
  return {
    views,
    save: (view: SavedView) => write(withView(views, view)),
    remove: (name: string) => write(views.filter((view) => view.name !== name)),
  };
}

/**
 * Keeps views of the page by name, in this browser. `query`: the present view, with its days; `onOpen` goes to another.
 */
export function SavedViewsMenu({ query, onOpen }: { query: string; onOpen: (query: string) => void }) {
  const { views, save, remove } = useSavedViews();
  const [asked, setAsked] = useState<"save" | "remove">();
  const [name, setName] = useState("");
  const close = (): void => {
    setAsked(undefined);
    setName("");
  };
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark className="size-4" aria-hidden /> Views
          </Button>
        }
      >
        <MenuLabel>{views.length === 0 ? "No saved views in this browser" : "Saved in this browser"}</MenuLabel>
        {views.map((view) => (
          <MenuItem key={view.name} onSelect={() => onOpen(view.query)}>
            <span className="max-w-64 truncate">{view.name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setAsked("save")}>Save this view…</MenuItem>
        {views.length > 0 && <MenuItem onSelect={() => setAsked("remove")}>Remove views…</MenuItem>}
      </Menu>
      <Dialog
        open={asked === "save"}
        onOpenChange={close}
        title="Save this view"
        description="It keeps the days, the filters and the grouping, for your account in this browser. For others, send the address of the page."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form="save-view" variant="primary" disabled={name.trim() === ""}>
              Save view
            </Button>
          </>
        }
      >
        <form
          id="save-view"
          onSubmit={(event) => {
            event.preventDefault();
            save({ name: name.trim(), query });
            close();
          }}
        >
          <Field
            label="Name"
            hint={
              views.some((view) => view.name === name.trim())
                ? "A view has this name. It is replaced."
                : `Up to ${MOST_VIEWS} views.`
            }
          >
            {(control) => (
              <Input {...control} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        </form>
      </Dialog>
      <Dialog
        open={asked === "remove"}
        onOpenChange={close}
        title="Saved views"
        footer={<Button onClick={close}>Done</Button>}
      >
        <ul className="divide-y">
          {views.map((view) => (
            <li key={view.name} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 truncate">{view.name}</span>
              <Button size="small" aria-label={`Remove ${view.name}`} onClick={() => remove(view.name)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
