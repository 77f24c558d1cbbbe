import { expect, test } from "vitest";
import { askedZone } from "./asked-zone";

test.each([
  ["", false, "Asia/Tokyo", "Asia/Tokyo"],
  ["", true, "Asia/Tokyo", "UTC"],
  ["Europe/Berlin", false, "Asia/Tokyo", "Europe/Berlin"],
  ["Europe/Berlin", true, "Asia/Tokyo", "Europe/Berlin"],
  ["UTC", false, "Asia/Tokyo", "UTC"],
  ["Nowhere", false, "Asia/Tokyo", "UTC"],
])("the zone %j of an address that names days (%j), with the choice %s, is %s", (zone, names, preferred, shown) => {
  expect(askedZone(zone, names, preferred)).toBe(shown);
});
