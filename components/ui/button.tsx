import { LoaderCircle, Trash2 } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names";
import { PlainButton } from "./plain-button";

const VARIANTS = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover shadow-card",
  secondary: "border border-line bg-surface text-ink hover:bg-hover shadow-card",
  ghost: "text-ink-soft hover:bg-hover hover:text-ink",
  danger: "bg-bad-solid text-white dark:text-black hover:opacity-90 shadow-card",
} as const;

const SIZES = {
  small: "h-7 px-2.5 text-meta gap-1.5",
  medium: "h-8 px-3 gap-1.5",
  icon: "size-8 justify-center",
} as const;

export interface ButtonProps extends ComponentProps<typeof PlainButton> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** The button shows a spinner and ignores clicks, without changing its width or losing the focus. */
  busy?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClasses(
  variant: keyof typeof VARIANTS = "secondary",
  size: keyof typeof SIZES = "medium",
): string {
  return classNames(
    "relative inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors",
    "disabled:pointer-events-none disabled:not-data-waits:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50",
    "[&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
  );
}

/** A button. With `aria-disabled` it ignores clicks but keeps the focus, as Next must on the last page of a list. */
export function Button({ variant, size, busy, className, children, ...rest }: ButtonProps) {
  const off = busy || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
  return (
    <PlainButton
      className={classNames(buttonClasses(variant, size), className)}
      {...rest}
      // Not `disabled`, which would lose the focus, and with it the place of a person at the keyboard.
      {...(off && { "aria-disabled": true, onClick: ignore })}
      {...(busy && { "aria-busy": true })}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
        </span>
      )}
      <span className={classNames("inline-flex items-center gap-1.5", busy && "opacity-0")}>{children}</span>
    </PlainButton>
  );
}

/** A click that does nothing, not even submit a form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A bare button that removes one of several things. `label`: the thing, for those who do not see the bin. */
export function RemoveButton({ label, ...rest }: { label: string } & ButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} {...rest}>
      <Trash2 className="size-4" aria-hidden />
    </Button>
  );
}
