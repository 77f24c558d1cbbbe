import { notFound } from "next/navigation";

/** Catches every unknown address of the console, so that its 404 page keeps the navigation. */
export default function Unknown(): never {
  notFound();
}
