"use client";
import { Unavailable } from "@/components/shell/unavailable";

export default function ConsoleError() {
  return <Unavailable reason="The gateway failed to answer. Its log says why." />;
}
