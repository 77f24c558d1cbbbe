import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet } from "@/components/api/client";
import { PAGE_SIZE } from "@/components/api/queries";
import type { List, WithBudget } from "@/components/api/types";
import type { EntityKind, EntityRow } from "./kinds";

export const entitiesQuery = <Row extends EntityRow>(
  { name }: EntityKind<Row>,
  filter: { readonly search: string; readonly blocked: string; readonly page: number },
) =>
  queryOptions({
    queryKey: [`${name}s`, filter],
    queryFn: ({ signal }) => apiGet<List<Row>>(`/${name}/list`, { size: PAGE_SIZE, ...filter }, signal),
    placeholderData: keepPreviousData,
  });

export const entityQuery = <Row extends EntityRow>({ name, idField }: EntityKind<Row>, id: string) =>
  queryOptions({
    queryKey: [`${name}s`, "one", id],
    queryFn: ({ signal }) => apiGet<WithBudget<Row>>(`/${name}/info`, { [idField]: id }, signal),
  });
