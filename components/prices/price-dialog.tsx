"use client";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { Plus } from "lucide-react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { RowForm } from "@/components/shared/forms/row-form";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { RemoveButton } from "@/components/ui/button";
import type { PriceName } from "@/lib/config/prices/price-names";
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

interface PriceDraft {
  readonly provider: string;
  readonly model: string;
  readonly from: string;
  readonly comment: string;
  readonly names: readonly PriceName[];
  readonly rates: RateDraft;
}

function PriceForm({
  row: { provider, model, from = "" },
  onClose,
  onAdded,
}: {
  row: PricedModel;
  onClose: () => void;
  onAdded: (price: Price) => void;
}) {
  const edit = useRowEdit({
    name: `price:${provider}/${model}`,
    opened: undefined,
    draftOf: (): PriceDraft => ({ provider, model, from, comment: "", names: USUAL_RATES, rates: {} }),
  });
  const { draft } = edit;
  const isEmpty = Object.keys(ratesOf(draft.rates)).length === 0;
  const add = useOperation(priceContracts.new, {
    onSuccess: (price) => {
      toast.success(`${price.provider}/${price.model} has a price`, {
        description: describeReceipts(price.nodes, "In force"),
      });
      edit.forget();
      onClose();
      onAdded(price);
    },
  });
  const submit = () =>
    add.mutate({
      provider: draft.provider.trim(),
      model: draft.model.trim(),
      ...ratesOf(draft.rates),
      ...(draft.from === "" ? {} : { effective_from: draft.from }),
      ...(draft.comment.trim() === "" ? {} : { comment: draft.comment.trim() }),
    });
  return (
    <RowForm
      edit={edit}
      save={add}
      submit="Add price"
      isComplete={
        draft.provider.trim() !== "" && draft.model.trim() !== "" && !isEmpty && rateFaults(draft.rates).size === 0
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <PriceFields {...edit} isNamed={provider !== ""} />
    </RowForm>
  );
}

interface EditedPrice {
  draft: PriceDraft;
  change: (to: Partial<PriceDraft>) => void;
  /** Whether the form was opened for a certain model, so that its rates come first. */
  isNamed: boolean;
}

function PriceFields({ draft: { provider, model, from, comment, ...rates }, change, isNamed }: EditedPrice) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          label="Provider"
          hint="A * matches any provider."
          className="font-mono"
          value={provider}
          onValue={(to) => change({ provider: to })}
          placeholder="vllm"
          required
          autoFocus={!isNamed}
        />
        <TextField
          label="Upstream model"
          hint="A name, or a pattern such as llama-3*."
          className="font-mono"
          value={model}
          onValue={(to) => change({ model: to })}
          placeholder="house-70b"
          required
        />
      </div>
      <RateFields {...rates} change={change} autoFocus={isNamed} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          hint="Start of a UTC day. Leave empty to start now."
          type="date"
          value={from}
          onValue={(to) => change({ from: to })}
        />
        <TextField
          label="Comment"
          hint="Optional."
          maxLength={1000}
          value={comment}
          onValue={(to) => change({ comment: to })}
        />
      </div>
    </>
  );
}

function RateFields({
  names,
  rates,
  change,
  autoFocus,
}: Pick<PriceDraft, "names" | "rates"> & { change: EditedPrice["change"]; autoFocus: boolean }) {
  const faults = rateFaults(rates);
  const rest = RATES.filter(({ name }) => !names.includes(name));
  return (
    <fieldset className="space-y-3 rounded-lg border px-3.5 pt-2 pb-3.5">
      <legend className="px-1 font-semibold">Rates, in dollars</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {names.map((name, index) => (
          <RateField
            key={name}
            name={name}
            isFaulty={faults.has(name)}
            example={index < 2 ? "2.50" : isUsual(name) ? "Same as input rate" : "Same as the broader rate"}
            autoFocus={autoFocus && index === 0}
            value={rates[name] ?? ""}
            onValue={(value) => change({ rates: { ...rates, [name]: value } })}
            onRemove={() => change({ names: names.filter((other) => other !== name), rates: { ...rates, [name]: "" } })}
          />
        ))}
      </div>
      <label className="flex items-center gap-2 text-meta text-ink-soft">
        <Plus className="size-3.5 shrink-0" aria-hidden />
        <Select
          aria-label="Add another rate"
          className="max-w-64"
          value=""
          onChange={(event) => {
            const chosen = RATES.find(({ name }) => name === event.target.value);
            if (chosen) change({ names: [...names, chosen.name] });
          }}
        >
          <option value="">Another rate…</option>
          <Options of={rest.map(({ name, label }) => ({ value: name, label }))} />
        </Select>
      </label>
    </fieldset>
  );
}

function isUsual(name: PriceName): boolean {
  return USUAL_RATES.some((usual) => usual === name);
}

/** The field for one rate. A rate that not every form shows can be removed. */
function RateField({
  name,
  isFaulty,
  example,
  autoFocus,
  value,
  onValue,
  onRemove,
}: {
  name: PriceName;
  isFaulty: boolean;
  /** An amount, or which rate counts without one. */
  example: string;
  autoFocus: boolean;
  value: string;
  onValue: (value: string) => void;
  onRemove: () => void;
}) {
  const { label, unit } = rateView(name);
  return (
    <Field label={label} hint={`per ${unit.label}`} error={isFaulty ? "An amount, such as 2.50." : undefined}>
      {(control) => (
        <span className="flex gap-1">
          <Input
            {...control}
            inputMode="decimal"
            placeholder={example}
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          {!isUsual(name) && <RemoveButton label={`Remove the rate ${label}`} onClick={onRemove} />}
        </span>
      )}
    </Field>
  );
}
