"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";
import { classNames } from "./class-names";
import { useIsHydrated, useTypedEarly, waiting } from "./hydration";

const CONTROL =
  // Below 16 pixels, telephones zoom into a field that takes the focus.
  "w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink shadow-card placeholder:text-ink-faint pointer-coarse:text-touch " +
  "hover:border-ink-soft focus-visible:outline-2 focus-visible:-outline-offset-1 disabled:not-data-waits:opacity-60 " +
  "aria-[invalid=true]:border-bad aria-[invalid=true]:outline-bad";

/** The types of fields that are not typed as one string. What is typed there cannot be told, so they wait. */
const NOT_TEXT = ["number", "date"];

/**
 * A field for a line of text. A search is limited to the length of an id, because it becomes part of an address. What
 * is typed on a server's page before its scripts run counts.
 */
export function Input({ className, disabled = false, ...rest }: ComponentProps<"input">) {
  const field = useTypedEarly<HTMLInputElement>(rest);
  const isHydrated = useIsHydrated();
  return (
    <input
      className={classNames(CONTROL, "h-8", className)}
      autoComplete="off"
      spellCheck={false}
      {...(rest.type === "search" && { maxLength: ENTITY_ID_MAX_LENGTH })}
      {...rest}
      {...waiting(disabled, isHydrated || !NOT_TEXT.includes(rest.type ?? "text"))}
      ref={field}
    />
  );
}

/** A field for several lines of text. What is typed on a server's page before its scripts run counts. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  const field = useTypedEarly<HTMLTextAreaElement>(rest);
  return <textarea className={classNames(CONTROL, "py-1.5", className)} spellCheck={false} {...rest} ref={field} />;
}

/**
 * The platform's own select, which works best on a phone and with a keyboard. Its list looks like that of a combobox in
 * browsers that let it. It waits for the page's scripts.
 */
export function Select({ className, disabled = false, children, ...rest }: ComponentProps<"select">) {
  const isHydrated = useIsHydrated();
  return (
    <select
      className={classNames(CONTROL, "h-8 cursor-pointer field-sizing-content pr-7 drawn:pr-2", className)}
      {...rest}
      {...waiting(disabled, isHydrated)}
    >
      {children}
    </select>
  );
}

/** The options of a select, each with its label. */
export function Options({ of }: { of: readonly { readonly value: string; readonly label: string }[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** A label, a control, and below it a hint or an error. The control gets the ids that connect them. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: (control: { id: string; "aria-describedby": string; "aria-invalid": boolean | undefined }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": `${id}-note`, "aria-invalid": error ? true : undefined })}
      <p id={`${id}-note`} className={classNames("text-meta leading-snug", error ? "text-bad" : "text-ink-faint")}>
        {error ?? hint}
      </p>
    </div>
  );
}
