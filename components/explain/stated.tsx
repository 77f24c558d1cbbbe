import type { ReactNode } from "react";
import { anyAddress } from "@/components/shared/entity-address";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Mono } from "@/components/ui/text";
import type { NamedEntity } from "@/lib/wire/explanation";
import { named } from "@/components/sentences/display-parts";

export type Names = readonly NamedEntity[];

/** The pairs that have a value: an id or a list of names. `kind`: the kind of the entity that the id links to. */
export function stated(
  pairs: readonly (readonly [label: string, value: string | null, kind?: string])[],
  names: Names,
): (readonly [string, ReactNode])[] {
  return pairs.flatMap(([label, value, kind]) => (value ? [[label, shown(value, kind, names)] as const] : []));
}

function shown(value: string, kind: string | undefined, names: Names): ReactNode {
  if (kind === undefined) return <Value>{value}</Value>;
  return <Entity kind={kind} id={value} name={named(names, kind, value)?.name} />;
}

/** The groups of a token, each by the name of the team with this id, if there is one. */
export function Groups({ ids, names }: { ids: readonly string[]; names: Names }) {
  return (
    <ul className="space-y-1">
      {ids.map((id) => {
        const name = named(names, "team", id)?.name;
        return (
          <li key={id}>{name === undefined ? <Value>{id}</Value> : <Entity kind="team" id={id} name={name} />}</li>
        );
      })}
    </ul>
  );
}

/** An entity with a link to its page: its name with the id below, which can be copied, or the id alone. */
function Entity({ kind, id, name }: { kind: string; id: string; name: string | undefined }) {
  const href = anyAddress(kind, id);
  const text = name ?? <Value>{id}</Value>;
  const linked =
    href === undefined ? (
      text
    ) : (
      <Link href={href} prefetch={false} className="text-accent-text hover:underline">
        {text}
      </Link>
    );
  if (name === undefined) return linked;
  return (
    <span className="block min-w-0">
      {linked}
      <span className="flex items-center gap-1 text-ink-faint">
        <Value>{id}</Value>
        <CopyButton text={id} label={`Copy the id of ${name}`} compact />
      </span>
    </span>
  );
}

/** A stated value, which a long line may break anywhere. */
export function Value({ children }: { children: string }) {
  return <Mono className="wrap-anywhere">{children}</Mono>;
}
