"use client";
import { CircleAlert, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

/** Shown while there is nothing yet, with a way to change that. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-10 place-items-center rounded-lg border bg-muted text-ink-faint">
        <Icon className="size-5" aria-hidden />
      </span>
      <h2 className="mt-3 font-semibold">{title}</h2>
      {children && <div className="mt-1 max-w-md text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** An error in the API's own words, and a button to try again. */
export function ErrorState({
  error,
  retry,
  title = "This could not be loaded",
}: {
  error: Error;
  retry?: () => void;
  title?: string;
}) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <CircleAlert className="size-6 text-bad" aria-hidden />
      <h2 className="mt-2 font-semibold">{title}</h2>
      <p className="mt-1 max-w-md break-words text-balance text-ink-soft">{error.message}</p>
      {retry && (
        <Button className="mt-4" onClick={retry}>
          <RotateCw className="size-3.5" aria-hidden /> Try again
        </Button>
      )}
    </div>
  );
}

/** An error of a part of a page, in one line, with a button to try again. `name`: the name of the part. */
export function InlineError({ error, name, retry }: { error: Error; name: string; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 text-bad wrap-anywhere">{error.message}</p>
      <TryAgain name={name} retry={retry} />
    </div>
  );
}

/** A small button that loads a part of a page again. */
export function TryAgain({ name, retry }: { name: string; retry: () => void }) {
  return (
    <Button size="small" aria-label={`Load ${name} again`} onClick={retry}>
      <RotateCw className="size-3.5" aria-hidden /> Try again
    </Button>
  );
}
