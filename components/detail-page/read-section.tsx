import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Section } from "@/components/shared/detail-drawer";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";

/** A section with a read of its own. The rest of the page stays while the read loads or fails. */
export function ReadSection<Data>({
  title,
  action,
  query,
  height = "h-24",
  children,
}: {
  title: string;
  action?: ReactNode;
  query: UseQueryResult<Data>;
  /** The class for about the height of the answer, so that nothing moves when it comes. */
  height?: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Section title={title} action={action}>
      {query.isPending ? (
        <div role="status" aria-label={`Loading ${title}`}>
          <Skeleton className={`${height} w-full`} />
        </div>
      ) : query.isLoadingError ? (
        <InlineError error={query.error} name={title} retry={() => void query.refetch()} />
      ) : (
        children(query.data)
      )}
    </Section>
  );
}

/** A link in the head of a section to everything that the section shows a part of. */
export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="relative rounded text-accent-text pointer-coarse:after:absolute pointer-coarse:after:-inset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
