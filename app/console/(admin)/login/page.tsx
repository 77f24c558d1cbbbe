import type { Metadata } from "next";
import { LoginPage } from "@/components/login/login-page";

export const metadata: Metadata = { title: "Login to the console" };

export default function Page() {
  return <LoginPage />;
}
