import { notFound } from "next/navigation";

/** Every address of the console that is no page of it, so that it is answered within the console. */
export default function Unknown(): never {
  notFound();
}
