"use client";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { EntityScreen } from "./entity-screen";
import type { EntityRow } from "./kinds";

/** A page that shows one kind of entity as its screen says. */
type PageOfScreen = <Row extends EntityRow>(properties: { screen: EntityScreen<Row> }) => ReactNode;

// A screen serves both, and the address of one does not load the other.
export const EntityPage = dynamic(async () => (await import("./entity-page")).EntityPage) as unknown as PageOfScreen;
export const EntityDetailPage = dynamic(
  async () => (await import("./entity-detail-page")).EntityDetailPage,
) as unknown as PageOfScreen;
