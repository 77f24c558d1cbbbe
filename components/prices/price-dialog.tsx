"use client";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { useOperation } from "@/components/api/use-operation";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { Form } from "@/components/shared/forms/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { RowDialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import type { PriceName } from "@/lib/config/price-settings";
import type { Price } from "@/lib/wire/price";
import { RATES, type RateDraft, rateFaults, ratesOf, rateView, USUAL_RATES } from "./rates";

/** The model that a new price is for, if it is known already. */
export interface PricedModel {
  readonly provider: string;
  readonly model: string;
  /** The UTC day of the first call that waits for a price. */
  readonly from?: string;
}

/** Adds a price for a model, or for all models that match a pattern. */
export function PriceDialog({
  row,
  onClose,
  onAdded,
}: {
  row: PricedModel | undefined;
  onClose: () => void;
  onAdded: (price: Price) => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={() => "New price"}
      description={() =>
        "Overrides the bundled price for calls from its first day. Earlier calls keep their price until they are re-priced."
      }
    >
      {(priced) => <PriceForm row={priced} onClose={onClose} onAdded={onAdded} />}
    </RowDialog>
  );
}

interface PriceEdit {
  readonly provider: string;
  readonly model: string;
  readonly from: string;
  readonly comment: string;
  readonly names: readonly PriceName[];
  readonly rates: RateDraft;
}

function priceEditOf({ provider, model, from = "" }: PricedModel): PriceEdit {
  return { provider, model, from, comment: "", names: USUAL_RATES, rates: {} };
}

function PriceForm({
  row,
  onClose,
  onAdded,
}: {
  row: PricedModel;
  onClose: () => void;
  onAdded: (price: Price) => void;
}) {
  const kept = useKeptState(`price:${row.provider}/${row.model}`, () => priceEditOf(row));
  const { provider, model, from, comment, names, rates } = kept.state;
  const faults = rateFaults(rates);
  const isEmpty = Object.keys(ratesOf(rates)).length === 0;
  const add = useOperation(priceContracts.new, {
    onSuccess: (price) => {
      toast.success(`${price.provider}/${price.model} has a price`, {
        description: describeReceipts(price.nodes, "In force"),
      });
      kept.forget();
      onClose();
      onAdded(price);
    },
  });
  const submit = () =>
    add.mutate({
      provider: provider.trim(),
      model: model.trim(),
      ...ratesOf(rates),
      ...(from === "" ? {} : { effective_from: from }),
      ...(comment.trim() === "" ? {} : { comment: comment.trim() }),
    });
  return (
    <Form
      submit="Add price"
      busy={add.isPending}
      disabled={provider.trim() === "" || model.trim() === "" || isEmpty || faults.size > 0}
      error={add.error}
      onSubmit={submit}
      onCancel={() => {
        kept.forget();
        onClose();
      }}
    >
      {kept.isRestored && <RestoredNotice onStartOver={() => kept.startOver(priceEditOf(row))} />}
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <Field label="Provider" hint="A * matches any provider.">
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={provider}
              onChange={(event) => kept.change({ provider: event.target.value })}
              placeholder="vllm"
              required
              autoFocus={row.provider === ""}
            />
          )}
        </Field>
        <Field label="Upstream model" hint="A name, or a pattern such as llama-3*.">
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={model}
              onChange={(event) => kept.change({ model: event.target.value })}
              placeholder="house-70b"
              required
            />
          )}
        </Field>
      </div>
      <RateFields
        names={names}
        rates={rates}
        faults={faults}
        onRates={(changed) => kept.change({ rates: changed })}
        onNames={(changed) => kept.change({ names: changed })}
        autoFocus={row.provider !== ""}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" hint="Start of a UTC day. Leave empty to start now.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              onChange={(event) => kept.change({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="Comment" hint="Optional.">
          {(control) => (
            <Input
              {...control}
              maxLength={1000}
              value={comment}
              onChange={(event) => kept.change({ comment: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Form>
  );
}

function RateFields({
  names,
  rates,
  faults,
  onRates,
  onNames,
  autoFocus,
}: {
  names: readonly PriceName[];
  rates: RateDraft;
  faults: ReadonlySet<PriceName>;
  onRates: (rates: RateDraft) => void;
  onNames: (names: readonly PriceName[]) => void;
  autoFocus: boolean;
}) {
  const isUsual = (name: PriceName) => USUAL_RATES.some((usual) => usual === name);
  const remove = (removed: PriceName) => {
    onNames(names.filter((name) => name !== removed));
    onRates({ ...rates, [removed]: "" });
  };
  const rest = RATES.filter(({ name }) => !names.includes(name));
  return (
    <fieldset className="space-y-3 rounded-lg border px-3.5 pt-2 pb-3.5">
      <legend className="px-1 font-semibold">Rates, in dollars</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {names.map((name, index) => {
          const { label, unit } = rateView(name);
          return (
            <Field
              key={name}
              label={label}
              hint={`per ${unit.label}`}
              error={faults.has(name) ? "An amount, such as 2.50." : undefined}
            >
              {(control) => (
                <span className="flex gap-1">
                  <Input
                    {...control}
                    inputMode="decimal"
                    placeholder={index < 2 ? "2.50" : isUsual(name) ? "Same as input rate" : "Same as the broader rate"}
                    autoFocus={autoFocus && index === 0}
                    value={rates[name] ?? ""}
                    onChange={(event) => onRates({ ...rates, [name]: event.target.value })}
                  />
                  {!isUsual(name) && (
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Remove the rate ${label}`}
                      onClick={() => remove(name)}
                    >
                      <Trash2 className="size-4" aria-hidden />
                    </Button>
                  )}
                </span>
              )}
            </Field>
          );
        })}
      </div>
      <label className="flex items-center gap-2 text-note text-ink-soft">
        <Plus className="size-3.5 shrink-0" aria-hidden />
        <Select
          aria-label="Add another rate"
          className="max-w-64"
          value=""
          onChange={(event) => {
            const chosen = RATES.find(({ name }) => name === event.target.value);
            if (chosen) onNames([...names, chosen.name]);
          }}
        >
          <option value="">Another rate…</option>
          {rest.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </label>
    </fieldset>
  );
}
