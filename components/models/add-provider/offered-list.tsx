"use client";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "@/components/api/client";
import { formatCount } from "@/components/api/format";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Badge } from "@/components/ui/badge";
import { Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Mono, Note } from "@/components/ui/text";
import type { modelCatalogueContracts, OfferedModel } from "@/lib/wire/contracts/model-catalogue";
import { afterTickingShown, foundModels, type ProviderDraft, shortTokens } from "./provider-plan";

/** How many are drawn. The rest is found by a search. */
const MOST_SHOWN = 100;

/** The models of a provider, to tick: with what they cost, how much they take in, and what. */
export function OfferedList({
  provider,
  offered: { models, from, list },
  draft,
  busy,
  onChange,
  onAdd,
}: {
  provider: string;
  offered: OutputOf<typeof modelCatalogueContracts.offered>;
  draft: ProviderDraft;
  busy: boolean;
  onChange: (to: Partial<ProviderDraft>) => void;
  onAdd: () => void;
}) {
  const [search, setSearch] = useState("");
  const ticks = draft.ticked.length;
  return (
    <section aria-label="Its models" className="space-y-3">
      <Verdict from={from} list={list} count={models.length} />
      <Input
        type="search"
        aria-label="Search its models"
        placeholder="Search, or type a name"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ModelRows
        provider={provider}
        models={models}
        search={search.trim()}
        ticked={draft.ticked}
        onTick={(ticked) => onChange({ ticked })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Names that callers use"
          options={[
            { value: "plain", label: "model" },
            { value: "prefixed", label: `${provider}/model` },
          ]}
          value={draft.naming}
          onChange={(naming) => onChange({ naming })}
        />
        <WriteButton variant="primary" busy={busy} aria-disabled={ticks === 0} onClick={onAdd}>
          {ticks === 0 ? "Test and add" : `Test and add ${formatCount(ticks)}`}
        </WriteButton>
      </div>
      <Note>
        The gateway asks each for one token, booked to you with the tag test. A model that answers serves at once.
      </Note>
    </section>
  );
}

/** The rows to tick. `search`: in what a name is looked for, or a name that is not listed. */
function ModelRows({
  provider,
  models,
  search,
  ticked,
  onTick,
}: {
  provider: string;
  models: readonly OfferedModel[];
  search: string;
  ticked: readonly string[];
  onTick: (ticked: readonly string[]) => void;
}) {
  const found = foundModels(models, search);
  const shown = found.slice(0, MOST_SHOWN);
  const toggle = (model: string) =>
    onTick(ticked.includes(model) ? ticked.filter((one) => one !== model) : [...ticked, model]);
  return (
    <>
      <ul aria-label="Models" className="max-h-96 divide-y overflow-y-auto rounded-md border">
        {search === "" && (
          <Row
            label="All of its models, by one pattern"
            says={`${provider}/*`}
            isTicked={ticked.includes("*")}
            onToggle={() => toggle("*")}
          />
        )}
        {/* Without a search only where the list is whole: nobody means 100 of 400 models. */}
        {shown.length > (search === "" ? 1 : 0) && (search !== "" || found.length === shown.length) && (
          <Row
            label={
              search === "" ? `Each of these ${formatCount(shown.length)}` : `All ${formatCount(shown.length)} found`
            }
            says={search === "" ? "One entry each, tested one by one" : ""}
            isTicked={shown.every(({ model }) => ticked.includes(model))}
            onToggle={() => onTick(afterTickingShown(ticked, shown))}
          />
        )}
        {search !== "" && !models.some(({ model }) => model === search) && (
          <Row
            label={`Another: ${search}`}
            says="As the provider names it"
            isTicked={ticked.includes(search)}
            onToggle={() => toggle(search)}
          />
        )}
        {shown.map((model) => (
          <Row
            key={model.model}
            label={model.model}
            isMono
            says={factsOf(model)}
            servedBy={model.served_by}
            isTicked={ticked.includes(model.model)}
            onToggle={() => toggle(model.model)}
          />
        ))}
      </ul>
      {found.length > shown.length && <Note>{formatCount(found.length - shown.length)} more: search for them.</Note>}
    </>
  );
}

function Verdict({
  from,
  list,
  count,
}: Pick<OutputOf<typeof modelCatalogueContracts.offered>, "from" | "list"> & { count: number }) {
  const isOwn = from === "provider";
  const Icon = isOwn ? CircleCheck : TriangleAlert;
  const number = `${formatCount(count)} ${count === 1 ? "model" : "models"}`;
  return (
    <p role="status" className="flex gap-2">
      <Icon className={isOwn ? "mt-0.5 size-4 shrink-0 text-good" : "mt-0.5 size-4 shrink-0 text-warn"} aria-hidden />
      <span>
        {isOwn
          ? `The provider accepts this and lists ${number}.`
          : `${list.message} These ${number} come from the price list; your key may reach others.`}
      </span>
    </p>
  );
}

function Row({
  label,
  says,
  servedBy = null,
  isMono = false,
  isTicked,
  onToggle,
}: {
  label: string;
  says: string;
  servedBy?: string | null;
  isMono?: boolean;
  isTicked: boolean;
  onToggle: () => void;
}) {
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-hover">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={isTicked}
          onChange={onToggle}
        />
        <span className="min-w-0 flex-1">
          {isMono ? (
            <Mono className="block wrap-anywhere text-ink">{label}</Mono>
          ) : (
            <span className="block">{label}</span>
          )}
          <span className="block text-meta text-ink-faint">{says}</span>
        </span>
        {servedBy !== null && <Badge title={`Served by the entry ${servedBy}`}>Served</Badge>}
      </label>
    </li>
  );
}

/** "chat, image · 128k · $2.5 in, $10 out per million". */
function factsOf({
  kind,
  inputs,
  context_tokens: context,
  input_cost_per_token: input,
  output_cost_per_token: output,
}: OfferedModel): string {
  const prices = [
    input === null ? [] : [`${million(input)} in`],
    output === null ? [] : [`${million(output)} out`],
  ].flat();
  return [
    [kind, ...inputs].join(", "),
    ...(context === null ? [] : [shortTokens(context)]),
    prices.length === 0 ? "no price known" : `${prices.join(", ")} per million`,
  ].join(" · ");
}

/** Dollars per million tokens, without the noise of binary fractions. */
function million(perToken: number): string {
  return `$${Number((perToken * 1_000_000).toPrecision(6))}`;
}
