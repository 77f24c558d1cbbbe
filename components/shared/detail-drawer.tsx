"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { formatDollars } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState, InlineError } from "@/components/ui/states";
import { Mono, Note } from "@/components/ui/text";
import { EntityLink } from "./entity-link";
import { counted } from "./wording";

/** A drawer about one row that is read from the API. */
export function DetailDrawer<Row>({
  open,
  title,
  query,
  footer,
  page,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  query: UseQueryResult<Row>;
  footer?: (row: Row) => ReactNode;
  /** The address of the page that shows the row in full. */
  page?: string | undefined;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      place="right"
      title={title}
      footer={
        query.data !== undefined && (
          <>
            {page !== undefined && <OpenPage href={page} />}
            {/* On a phone the buttons stand in one line, as wide as the drawer, below the link to the page. */}
            <div className="flex flex-wrap justify-end gap-2 max-sm:basis-full max-sm:*:flex-1 max-sm:[&_svg]:hidden">
              {footer?.(query.data)}
            </div>
          </>
        )
      }
    >
      {query.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-3">
          {Array.from({ length: 8 }, (_, line) => (
            <Skeleton key={line} className="h-4 w-full" />
          ))}
        </div>
      ) : query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <div className="space-y-6">{children(query.data)}</div>
      )}
    </Dialog>
  );
}

/** A link from a drawer to the page that shows the same in full. */
export function OpenPage({ href }: { href: string }) {
  return (
    <Link href={href} prefetch={false} className={`${buttonClasses("ghost", "small")} mr-auto`}>
      <ArrowUpRight className="size-3.5" aria-hidden /> Open page
    </Link>
  );
}

/** Whether sections stand on a page of their own, and not in a drawer. */
const OnPage = createContext(false);

/** Sections of a page, each in a card of its own. */
export function PageSections({ children }: { children: ReactNode }) {
  return <OnPage value={true}>{children}</OnPage>;
}

/** A section of a drawer, or of a page within `PageSections`. */
export function Section({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  if (useContext(OnPage)) {
    return (
      <Card>
        <CardHeader title={title}>{action}</CardHeader>
        <div className="p-4">{children}</div>
      </Card>
    );
  }
  return (
    <section>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** An id that can be copied. */
export function Id({ id, label }: { id: string; label: string }) {
  return (
    <Mono className="flex items-center gap-1">
      <span className="wrap-anywhere">{id}</span>
      <CopyButton compact text={id} label={label} />
    </Mono>
  );
}

/** The newest keys of a team, a user or an organisation. */
export function KeysSection({
  owner,
  empty,
  action,
}: {
  owner: { team_id: string } | { user_id: string } | { organization_id: string };
  empty: string;
  action?: ReactNode;
}) {
  const keys = useRead(keyContracts.list, { page: 1, size: useContext(OnPage) ? 50 : 5, ...owner });
  return (
    <Section title={`Keys (${keys.data?.total ?? "…"})`} action={action}>
      {keys.data && keys.data.data.length > 0 ? (
        <>
          <ul className="divide-y rounded-md border">
            {keys.data.data.map((key) => (
              <li key={key.token_id} className="flex justify-between gap-3 px-3 py-1.5">
                <span className="truncate">
                  <EntityLink kind="key" id={key.token_id}>
                    {key.key_alias ?? "Unnamed"}
                  </EntityLink>{" "}
                  <span className="font-mono text-meta text-ink-faint">{key.key_name}</span>
                </span>
                <span>{formatDollars(key.spend)}</span>
              </li>
            ))}
          </ul>
          {keys.data.total > keys.data.data.length && (
            <Note className="mt-2">{counted(keys.data.total - keys.data.data.length, "more key")}.</Note>
          )}
        </>
      ) : keys.isLoadingError ? (
        <InlineError error={keys.error} name="keys" retry={() => void keys.refetch()} />
      ) : (
        <p className="text-ink-faint">{keys.isPending ? <Skeleton className="h-8 w-full" /> : empty}</p>
      )}
    </Section>
  );
}
