"use client";
import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { useOpener } from "./focus/use-opener";
import { classNames } from "./class-names";

const PLACES = {
  centre:
    "top-1/2 left-1/2 max-h-[88dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-xl border animate-fade",
  right: "inset-y-0 right-0 w-[min(36rem,100vw)] border-l animate-slide",
} as const;

/**
 * A modal dialog in the middle of the page, or a drawer at its right edge. Keyboard focus stays inside while it is
 * open.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  place = "centre",
  insists = false,
  children,
  footer,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether only the dialog's own buttons close it, and neither Escape nor a click outside. */
  insists?: boolean;
  title: ReactNode;
  description?: ReactNode;
  place?: keyof typeof PLACES;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const { giveFocusBack, onEscape } = useOpener(open, insists ? undefined : () => onOpenChange(false));
  const stay = (event: Event) => {
    // A click on a message, which may have an Undo button, is not a click outside that closes the dialog.
    const isMessage = event.target instanceof Element && event.target.closest("[data-sonner-toaster]") !== null;
    if (insists || isMessage) event.preventDefault();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-black/35 dark:bg-black/60" />
        <RadixDialog.Content
          className={classNames(
            // `overflow-clip`, because with `hidden` a field that is scrolled into view would move the title away.
            "fixed z-50 flex flex-col overflow-clip bg-raised shadow-high focus:outline-none",
            PLACES[place],
          )}
          onEscapeKeyDown={onEscape}
          onInteractOutside={stay}
          onOpenAutoFocus={(event) => focusWithin(event, place)}
          onCloseAutoFocus={giveFocusBack}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="flex items-start justify-between gap-4 border-b px-5 py-3.5">
            <div className="min-w-0">
              <RadixDialog.Title className="line-clamp-3 text-section font-semibold wrap-anywhere">
                {title}
              </RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-ink-soft">{description}</RadixDialog.Description>
              )}
            </div>
            {!insists && (
              <RadixDialog.Close
                aria-label="Close"
                className="-mr-1.5 grid size-7 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
              >
                <X className="size-4" aria-hidden />
              </RadixDialog.Close>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t bg-muted/40 px-5 py-3">{footer}</footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const TEXT_FIELDS = "input:not([type=checkbox], [type=radio], [disabled]), textarea:not([disabled])";

/**
 * Gives the focus to the first field of a dialog, or else to the dialog, because its close button would look chosen. In
 * a drawer and on a touch screen always to the dialog: a field would open the keyboard before anything is read.
 */
function focusWithin(event: Event, place: keyof typeof PLACES): void {
  event.preventDefault();
  const { currentTarget: dialog } = event;
  if (!(dialog instanceof HTMLElement)) return;
  const takesText = place === "centre" && !window.matchMedia("(pointer: coarse)").matches;
  const field = takesText ? dialog.querySelector<HTMLElement>(TEXT_FIELDS) : null;
  (field ?? dialog).focus();
}

/** A dialog about one row: open while there is a row. It keeps showing the last one while it closes. */
export function RowDialog<Row>({
  row,
  onClose,
  title,
  description,
  place,
  children,
}: {
  row: Row | undefined;
  onClose: () => void;
  title: (row: Row) => ReactNode;
  description?: (row: Row) => ReactNode;
  place?: keyof typeof PLACES;
  children: (row: Row) => ReactNode;
}) {
  const shown = useLast(row);
  if (shown === undefined) return null;
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title(shown)}
      description={description?.(shown)}
      {...(place && { place })}
    >
      {children(shown)}
    </Dialog>
  );
}

/** The value, or else the last one that was defined, which a dialog shows while it closes. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
