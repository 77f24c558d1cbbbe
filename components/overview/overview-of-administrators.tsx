"use client";
import dynamic from "next/dynamic";

/** The overview, whose scripts others do not load: their own page has the same address. */
export const OverviewOfAdministrators = dynamic(() => import("./overview-page").then((module) => module.OverviewPage));
