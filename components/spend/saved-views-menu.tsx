"use client";
import { Bookmark, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { usePerson } from "@/components/shared/drafts/kept-state";
import { keepText, readKept, useKept } from "@/components/shared/drafts/kept-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/shared/forms/text-field";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { byName, isFull, MOST_VIEWS, readViews, type SavedView, withView } from "./saved-views";

/** The views that this person keeps in this browser, with functions to save and remove one. */
function useSavedViews() {
  const key = `gateway-console:spend-views:${encodeURIComponent(usePerson())}`;
  const text = useKept(key);
  // Each change reads the stored views again, so that a later Undo does not take back what was saved since.
  const change = (to: (views: readonly SavedView[]) => readonly SavedView[]): void =>
    keepText(key, JSON.stringify(to(readViews(readKept(key)))));
  return {
    views: readViews(text),
    save: (view: SavedView) => change((views) => withView(views, view)),
    remove: ({ name }: SavedView) => change((views) => views.filter((view) => view.name !== name)),
  };
}

/**
 * Keeps views of the page by name, in this browser. `query`: the present view, with its days. `onOpen`: opens a view.
 */
export function SavedViewsMenu({ query, onOpen }: { query: string; onOpen: (query: string) => void }) {
  const saved = useSavedViews();
  const { views } = saved;
  const [asked, setAsked] = useState<"save" | "remove">();
  const close = (): void => setAsked(undefined);
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
      <SaveDialog saved={saved} query={query} open={asked === "save"} onClose={close} />
      <RemoveDialog saved={saved} open={asked === "remove"} onClose={close} />
    </>
  );
}

interface OfSavedViews {
  saved: ReturnType<typeof useSavedViews>;
  open: boolean;
  onClose: () => void;
}

function SaveDialog({ saved: { views, save }, query, open, onClose }: OfSavedViews & { query: string }) {
  const [name, setName] = useState("");
  const replaced = views.find((view) => view.name === name.trim());
  const hasNoRoom = isFull(views, name.trim());
  const close = (): void => {
    setName("");
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Save this view"
      description="It keeps the days, the filters and the grouping, for your account in this browser. To share it, send the address of the page."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form="save-view" variant="primary" disabled={name.trim() === "" || hasNoRoom}>
            Save view
          </Button>
        </>
      }
    >
      <form
        id="save-view"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "" || hasNoRoom) return;
          save({ name: name.trim(), query });
          if (replaced) {
            toast.success(`The view ${replaced.name} is replaced`, {
              action: { label: "Undo", onClick: () => save(replaced) },
              duration: 15_000,
            });
          }
          close();
        }}
      >
        <TextField
          label="Name"
          hint={
            replaced
              ? "A view has this name. It is replaced, which you can undo for 15 seconds."
              : hasNoRoom
                ? `This browser keeps at most ${MOST_VIEWS} views. Remove one first.`
                : `Up to ${MOST_VIEWS} views.`
          }
          value={name}
          maxLength={80}
          onValue={setName}
        />
      </form>
    </Dialog>
  );
}

function RemoveDialog({ saved: { views, save, remove }, open, onClose }: OfSavedViews) {
  /** The views that were removed since the dialog was opened. */
  const [removed, setRemoved] = useState<readonly SavedView[]>([]);
  // A view of the same name may have been saved since, as by another tab.
  const gone = removed.filter(({ name }) => !views.some((view) => view.name === name));
  const close = (): void => {
    setRemoved([]);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Saved views"
      description="You can undo each removal until you close this."
      footer={<Button onClick={close}>Done</Button>}
    >
      <ul className="divide-y">
        {byName([...views, ...gone]).map((view) => {
          const isGone = gone.includes(view);
          const toggle = (): void => {
            (isGone ? save : remove)(view);
            setRemoved(isGone ? removed.filter((one) => one !== view) : [...removed, view]);
          };
          return (
            <li key={view.name} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 truncate" title={view.name}>
                {isGone ? <del className="text-ink-faint">{view.name}</del> : view.name}
              </span>
              <Button
                size="small"
                aria-label={`${isGone ? "Undo the removal of" : "Remove"} ${view.name}`}
                onClick={toggle}
              >
                {isGone ? (
                  <>
                    <Undo2 className="size-3.5" aria-hidden /> Undo
                  </>
                ) : (
                  "Remove"
                )}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
