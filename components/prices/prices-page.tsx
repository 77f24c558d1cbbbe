"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { CircleDollarSign, Plus, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/states";
import type { ListedPrice } from "@/lib/wire/price";
import { linkedPrice } from "./linked-price";
import { DeletePriceDialog } from "./delete-price-dialog";
import { PriceDialog, type PricedModel } from "./price-dialog";
import { PricesTable } from "./prices-table";
import type { RepriceFilter } from "./reprice";
import { RepriceDialog } from "./reprice-dialog";
import { AllPriced, UnpricedCard, useUnpriced } from "./unpriced-card";

/** The address of the page. */
const USUAL_PRICES = { search: "", ...FIRST_PAGE, new: "" };

export function PricesPage() {
  const [view, change] = useAddress(USUAL_PRICES);
  const search = useDebounced(view.search.trim());
  const page = useListPage(view, change, search);
  const [adding, setAdding] = useState<PricedModel>();
  const [deleting, setDeleting] = useState<ListedPrice>();
  const [repricing, setRepricing] = useState<RepriceFilter>();
  const unpriced = useUnpriced();
  const prices = useRead(priceContracts.list, { ...page.asked, size: PAGE_SIZE, search }, LIVE);
  const asksForModel = view.new !== "" && view.new !== "1";
  const models = useRead(modelContracts.info, {}, { enabled: asksForModel });
  const asked = useMemo(() => linkedPrice(view.new, models.data), [view.new, models.data]);
  const add = (
    <WriteButton variant="primary" onClick={() => change({ new: "1" })}>
      <Plus className="size-4" aria-hidden /> New price
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Prices"
        description="Most come with the gateway. Prices added here override them from their date; those of entries override both."
      >
        {add}
      </PageHeader>
      <UnpricedCard unpriced={unpriced} onPrice={setAdding} onReprice={setRepricing} />
      {/* Hidden until the card above knows its height, so that this one does not move. */}
      <Card className={unpriced.report.isPending ? "hidden" : undefined}>
        <CardHeader title="Prices added here">
          <Input
            type="search"
            aria-label="Search prices"
            placeholder="Provider or model"
            className="!w-52"
            value={view.search}
            onChange={({ target }) => change({ search: target.value, ...FIRST_PAGE }, "typed")}
          />
          <Freshness query={prices} />
        </CardHeader>
        <ListBody
          page={page}
          query={prices}
          many="prices"
          skeletonRows={4}
          whenNone={
            search !== "" ? (
              <EmptyState
                icon={Search}
                title="No price matches this search"
                action={<Button onClick={() => change({ search: "", ...FIRST_PAGE })}>Clear search</Button>}
              >
                The search looks for any part of the provider, the model and the comment.
              </EmptyState>
            ) : (
              <EmptyState icon={CircleDollarSign} title="No custom prices yet" action={add}>
                Add one for a model that the bundled list does not include, or to charge the rates of your contract.
              </EmptyState>
            )
          }
        >
          {({ data }, dim) => <PricesTable prices={data} dim={dim} onDelete={setDeleting} />}
        </ListBody>
        <AllPriced unpriced={unpriced} />
      </Card>
      <PriceDialog
        row={adding ?? asked}
        onClose={() => {
          setAdding(undefined);
          change({ new: "" });
        }}
        onAdded={({ provider, model }) => setRepricing({ provider, model })}
      />
      <DeletePriceDialog row={deleting} onClose={() => setDeleting(undefined)} />
      <RepriceDialog filter={repricing} onClose={() => setRepricing(undefined)} />
    </>
  );
}
