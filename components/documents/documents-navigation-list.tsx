"use client";
import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { withoutBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";
import type { DocumentGroup } from "./documents-navigation";

/** The links to the documents, in their groups. */
export function DocumentsNavigation({ groups }: { groups: readonly DocumentGroup[] }) {
  const pathname = withoutBasePath(usePathname(), basePath());
  return (
    <nav aria-label="Documentation" className="space-y-5">
      {groups.map(({ heading, links }) => (
        <div key={heading}>
          <p className="px-2 pb-1 text-meta font-medium text-ink-faint" aria-hidden>
            {heading}
          </p>
          <ul aria-label={heading}>
            {links.map(({ label, path }) => (
              <li key={path}>
                <Link
                  href={path}
                  prefetch={false}
                  aria-current={path === pathname ? "page" : undefined}
                  className={classNames(
                    "block rounded-md px-2 py-1 text-body transition-colors",
                    path === pathname
                      ? "bg-accent-soft font-medium text-accent-text"
                      : "text-ink-soft hover:bg-hover hover:text-ink",
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
