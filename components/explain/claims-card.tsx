import { anyAddress } from "@/components/shared/entity-address";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Mono } from "@/components/ui/text";
import { named } from "@/components/sentences/display-parts";
import { Value } from "./stated";
import type { Explanation } from "@/lib/wire/explanation";

/**
 * The claims of the token: which fields read them, what they name, and the lines of configuration that would read them.
 */
export function ClaimsCard({ claims, unread, names }: Pick<Explanation, "claims" | "unread" | "names">) {
  return (
    <Card>
      <CardHeader title="Claims of the token" />
      <div className="space-y-3 p-4">
        {unread.map(({ field, sentence }) => (
          <p key={field} className="break-words text-warn">
            {sentence}
          </p>
        ))}
        <ul className="space-y-2.5">
          {claims.map((claim) => (
            <li key={claim.path} className="min-w-0 space-y-1">
              <p className="flex flex-wrap items-center gap-1.5">
                <Mono className="font-semibold wrap-anywhere">{claim.path}</Mono>
                <span className="text-ink-faint">{claim.type}</span>
                {claim.read_by.map((field) => (
                  <Badge key={field} tone="accent">
                    {field}
                  </Badge>
                ))}
              </p>
              {claim.type !== "object" && (
                <Mono as="p" className="wrap-anywhere text-ink-soft">
                  {claim.value}
                </Mono>
              )}
              {claim.names.map(({ kind, id, line }) => (
                <p key={`${kind} ${id}`} className="break-words">
                  Names the {kind === "organization" ? "organisation" : kind}{" "}
                  <NamedId kind={kind} id={id} name={named(names, kind, id)?.name} />
                  {line !== null && (
                    <>
                      . To read it:{" "}
                      <Mono as="code" className="wrap-anywhere">
                        {line}
                      </Mono>
                    </>
                  )}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function NamedId({ kind, id, name }: { kind: string; id: string; name: string | undefined }) {
  const href = anyAddress(kind, id);
  if (name === undefined || href === undefined) return <Value>{id}</Value>;
  return (
    <Link href={href} prefetch={false} title={id} className="text-accent-text hover:underline">
      {name}
    </Link>
  );
}
