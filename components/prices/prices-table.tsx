"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDollars } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Mono } from "@/components/ui/text";
import type { PriceName } from "@/lib/config/prices/price-names";
import type { ListedPrice, Price } from "@/lib/wire/price";
import { RATES, rateView, shownRate } from "./rates";

/** The prices that were added, newest first, in common units such as dollars per million tokens. */
export function PricesTable({
  prices,
  dim,
  onDelete,
}: {
  prices: readonly ListedPrice[];
  dim: boolean;
  onDelete: (price: ListedPrice) => void;
}) {
  const [now] = useState(serverTime);
  const columns: readonly Column<ListedPrice>[] = [
    { head: "Upstream model", cell: (price) => <PricedModel price={price} /> },
    { head: "Input / 1M", align: "right", cell: (price) => <Rate price={price} name="input_cost_per_token" /> },
    { head: "Output / 1M", align: "right", cell: (price) => <Rate price={price} name="output_cost_per_token" /> },
    { head: "Other rates", from: "lg", cell: (price) => <OtherRates price={price} /> },
    {
      head: "From",
      from: "sm",
      look: "whitespace-nowrap",
      cell: ({ effective_from: from }) => (
        <>
          {from.slice(0, 10)} {Date.parse(from) > now && <Badge tone="accent">upcoming</Badge>}
        </>
      ),
    },
    {
      head: "Who",
      from: "md",
      look: "text-ink-soft",
      cell: (price) => <span className="block max-w-40 truncate">{price.created_by}</span>,
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (price) => (
        <WriteButton
          variant="ghost"
          size="icon"
          aria-label={`Delete the price of ${price.provider}/${price.model}`}
          onClick={() => onDelete(price)}
        >
          <Trash2 className="size-4" aria-hidden />
        </WriteButton>
      ),
    },
  ];
  return (
    <DataTable
      label="Prices added here"
      stays="head"
      dim={dim}
      columns={columns}
      rows={prices}
      keyOf={(price) => price.price_id}
    />
  );
}

function PricedModel({ price }: { price: ListedPrice }) {
  return (
    <>
      <Mono className="block min-w-28 font-medium wrap-anywhere">
        {price.provider}/{price.model}
      </Mono>
      {price.comment && (
        <span className="block max-w-28 truncate text-meta text-ink-faint sm:max-w-64" title={price.comment}>
          {price.comment}
        </span>
      )}
    </>
  );
}

function Rate({ price, name }: { price: Price; name: PriceName }) {
  const dollars = price[name];
  return dollars === undefined ? <span className="text-ink-faint">–</span> : formatDollars(shownRate(name, dollars));
}

function OtherRates({ price }: { price: Price }) {
  const others = RATES.filter(
    ({ name }) => name !== "input_cost_per_token" && name !== "output_cost_per_token" && price[name] !== undefined,
  );
  if (others.length === 0) return <span className="text-ink-faint">None</span>;
  return (
    <span className="flex max-w-72 flex-wrap gap-1">
      {others.map(({ name, label }) => (
        <Badge key={name} title={`per ${rateView(name).unit.label}`}>
          {label} {formatDollars(shownRate(name, price[name] ?? 0))}
        </Badge>
      ))}
    </span>
  );
}
