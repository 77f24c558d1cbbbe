import type { ReactNode } from "react";
import { classNames } from "./class-names";

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <section className={classNames("min-w-0 rounded-lg border bg-surface shadow-card", className)}>{children}</section>
  );
}

export function CardHeader({
  title,
  description,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5">
      <div className={classNames("min-w-0", description !== undefined && "flex-1 basis-44")}>
        <h2 className="text-section font-semibold tracking-tight">{title}</h2>
        {description && <p className="mt-0.5 max-w-2xl text-meta text-pretty text-ink-faint">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
