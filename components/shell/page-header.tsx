import type { ReactNode } from "react";

/** A page's name, one line on what it is for, and its main actions. */
export function PageHeader({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        {/* Takes the focus when the element that had it is gone. */}
        <h1 tabIndex={-1} className="rounded text-page font-semibold tracking-tight">
          {title}
        </h1>
        {description && <p className="mt-0.5 max-w-2xl text-pretty 2xl:max-w-3xl text-ink-soft">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
