"use client";
import { useRead } from "@/components/api/use-read";
import { entityAddress } from "@/components/shared/entity-address";
import { Link } from "@/components/ui/link";
import { modelContracts } from "@/lib/wire/contracts/models";

const MOST_SHOWN = 5;

/** The entries that name a credential, by the names that callers use. */
export function CredentialUsers({ ids }: { ids: readonly string[] }) {
  const models = useRead(modelContracts.info, {}, { enabled: ids.length > 0 });
  if (ids.length === 0) return <span className="text-ink-faint">None</span>;
  const names = new Map((models.data?.data ?? []).map(({ id, model_name: name }) => [id, name]));
  return (
    <ul className="space-y-0.5">
      {ids.slice(0, MOST_SHOWN).map((id) => (
        <li key={id} className="max-w-56 truncate sm:w-56">
          <Link
            href={entityAddress("deployment", id)}
            prefetch={false}
            className="font-mono text-meta text-accent-text hover:underline"
          >
            {names.get(id) ?? id}
          </Link>
        </li>
      ))}
      {ids.length > MOST_SHOWN && <li className="text-meta text-ink-faint">and {ids.length - MOST_SHOWN} more</li>}
    </ul>
  );
}
