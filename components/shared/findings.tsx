import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { z } from "zod";
import { Link } from "@/components/ui/link";
import { Mono, Note } from "@/components/ui/text";
import type { finding } from "@/lib/wire/finding";

/** A finding as the management API shows it. */
export type FindingView = z.output<typeof finding>;

/** The findings of the configuration check, errors first. */
export function Findings({ findings }: { findings: readonly FindingView[] }) {
  if (findings.length === 0) {
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <CircleCheck className="size-4 shrink-0 text-good" aria-hidden /> Nothing to fix in the configuration.
      </p>
    );
  }
  const ordered = [...findings].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
  return (
    <ul className="space-y-2.5">
      {ordered.map((finding, index) => {
        const Icon = finding.severity === "error" ? CircleAlert : TriangleAlert;
        return (
          <li key={index} className="flex gap-2">
            <Icon
              className={`mt-0.5 size-4 shrink-0 ${finding.severity === "error" ? "text-bad" : "text-warn"}`}
              aria-label={finding.severity}
            />
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {finding.path && (
                  <Mono as="code" className="mr-1.5 wrap-anywhere text-ink-faint">
                    {finding.path}
                  </Mono>
                )}
                {finding.message}{" "}
                <Link
                  href={`/console/docs/reference/findings#${finding.number.toLowerCase()}`}
                  prefetch={false}
                  aria-label={`${finding.number}: explanation`}
                  className="font-mono text-meta text-ink-faint hover:text-ink hover:underline"
                >
                  {finding.number}
                </Link>
              </p>
              {finding.fix && (
                <Note className="break-words">
                  {finding.fix}
                  {finding.link && (
                    <>
                      , or{" "}
                      <Link
                        href={finding.link.href}
                        prefetch={false}
                        className="rounded font-medium text-accent-text hover:underline"
                      >
                        {finding.link.text}
                      </Link>
                    </>
                  )}
                </Note>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
