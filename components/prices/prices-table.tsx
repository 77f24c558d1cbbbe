"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDollars } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Mono } from "@/components/ui/text";
import type { PriceName } from "@/lib/config/price-settings";
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
  return (
    <Table label="Prices added here" dim={dim} stays="head">
      <thead>
        <tr>
          <HeadCell>Upstream model</HeadCell>
          <HeadCell align="right">Input / 1M</HeadCell>
          <HeadCell align="right">Output / 1M</HeadCell>
          <HeadCell className="hidden lg:table-cell">Other rates</HeadCell>
          <HeadCell className="hidden sm:table-cell">From</HeadCell>
          <HeadCell className="hidden md:table-cell">Who</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <Row key={price.price_id}>
            <Cell>
              <Mono className="block font-medium break-all">
                {price.provider}/{price.model}
              </Mono>
              {price.comment && (
                <span className="block max-w-64 truncate text-small text-ink-faint">{price.comment}</span>
              )}
            </Cell>
            <Cell align="right">
              <Rate price={price} name="input_cost_per_token" />
            </Cell>
            <Cell align="right">
              <Rate price={price} name="output_cost_per_token" />
            </Cell>
            <Cell className="hidden lg:table-cell">
              <OtherRates price={price} />
            </Cell>
            <Cell className="hidden whitespace-nowrap sm:table-cell">
              {price.effective_from.slice(0, 10)}{" "}
              {Date.parse(price.effective_from) > now && <Badge tone="accent">upcoming</Badge>}
            </Cell>
            <Cell className="hidden text-ink-soft md:table-cell">
              <span className="block max-w-40 truncate">{price.created_by}</span>
            </Cell>
            <Cell align="right">
              <WriteButton
                variant="ghost"
                size="icon"
                aria-label={`Delete the price of ${price.provider}/${price.model}`}
                onClick={() => onDelete(price)}
              >
                <Trash2 className="size-4" aria-hidden />
              </WriteButton>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
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
