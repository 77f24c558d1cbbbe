import { notFound } from "next/navigation";

/** What proxy.ts shows a browser at an address that neither the console nor the API has. */
export default function Page(): never {
  notFound();
}
