import { redirect } from "next/navigation";
import { addressOf } from "@/components/api/address";

export default function Page(): never {
  redirect(addressOf("/console"));
}
