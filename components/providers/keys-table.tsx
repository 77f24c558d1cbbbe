import { formatAge, formatCount } from "@/components/api/format";
import type { ProviderKey } from "@/lib/wire/contracts/provider-keys";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Mono } from "@/components/ui/text";
import { typeOf } from "./key-difference";

/** `isNotFetched`: whether the keys were never fetched, because nobody has needed them. */
export function KeysTable({ keys, isNotFetched }: { keys: readonly ProviderKey[]; isNotFetched: boolean }) {
  if (keys.length === 0)
    return (
      <p className="border-t px-4 py-3 text-ink-faint">
        {isNotFetched
          ? "The keys are fetched with the first token of this provider."
          : "No keys are known. Without keys, no token of this provider is accepted."}
      </p>
    );
  return (
    <div className="border-t">
      <Table label="Keys">
        <thead>
          <tr>
            <HeadCell>Key id</HeadCell>
            <HeadCell>Type</HeadCell>
            <HeadCell align="right" title="Since this node first saw it">
              Age
            </HeadCell>
            <HeadCell align="right" title="Tokens that this node verified with it">
              Tokens
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {keys.map((key, index) => (
            <Row key={key.kid ?? index}>
              <Cell>
                <Mono title={key.kid ?? undefined} className="block max-w-28 truncate font-medium sm:max-w-96">
                  {key.kid ?? <span className="text-ink-faint">None</span>}
                </Mono>
              </Cell>
              <Cell className="whitespace-nowrap">{typeOf(key)}</Cell>
              <Cell align="right" className="whitespace-nowrap">
                {formatAge(key.age_seconds)}
              </Cell>
              <Cell align="right" className="tabular-nums">
                {formatCount(key.tokens_seen)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
