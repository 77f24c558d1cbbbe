import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated. The first rendering in the browser must equal that of the server, which does not know
 * what this tab keeps.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

/** What makes a control wait until it works, without another look: the styles of disabled ones leave it out. */
export function waiting(disabled: boolean, works: boolean): { disabled: boolean; "data-waits"?: "" } {
  return disabled || works ? { disabled } : { disabled: true, "data-waits": "" };
}

interface Shown {
  readonly value?: unknown;
  readonly defaultValue?: unknown;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field, its text when the page came, and what somebody made of it before React knew of it. */
interface TypedEarly {
  readonly field: Field;
  readonly shown: string;
  readonly typed: string;
  readonly selection: readonly [start: number | null, end: number | null];
}

/**
 * Tells a field's `onChange` what was typed into the server's page before its scripts took it over. React leaves the
 * text there and knows nothing of it, so that the next rendering would wipe it out. Takes what the page was drawn
 * with, and returns the `ref` of the field.
 */
export function useTypedEarly<Control extends Field>({ value, defaultValue }: Shown): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const early = useRef<TypedEarly>(undefined);
  const shown = useRef(String(value ?? defaultValue ?? ""));
  const isHydrated = useIsHydrated();
  useLayoutEffect(() => {
    const { current: field } = ref;
    if (!isHydrated && field && field.value !== shown.current) {
      const { value: typed, selectionStart, selectionEnd } = field;
      early.current = { field, shown: shown.current, typed, selection: [selectionStart, selectionEnd] };
    }
    if (!isHydrated || !early.current) return;
    // Told after the form has restored its draft, so that what was typed last counts.
    tellLater(early.current);
    early.current = undefined;
  }, [isHydrated]);
  return ref;
}

const waitingToBeTold: TypedEarly[] = [];

/** Tells one field after the other, and lets React draw in between: a change is made to what its form last drew. */
function tellLater(early: TypedEarly): void {
  if (waitingToBeTold.push(early) === 1) queueMicrotask(tellNext);
}

function tellNext(): void {
  const [next] = waitingToBeTold;
  if (next) tell(next);
  waitingToBeTold.shift();
  if (waitingToBeTold.length > 0) queueMicrotask(tellNext);
}

function tell({ field, shown, typed, selection }: TypedEarly): void {
  // Whoever has typed on meanwhile has told React the whole string.
  if (!field.isConnected || (field.value !== typed && field.value !== shown)) return;
  // React takes an event for a change if the text is another one than it has last seen set.
  field.value = shown;
  field.setRangeText(typed, 0, field.value.length, "end");
  field.setSelectionRange(...selection);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
