import { saveAdTag } from "@toibako/contract/staff/contents/ad-tags.ts";
import { expect, test } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const ads_origin = "https://frames.example";
const site = await openSite({ public_url: "https://box.example", ads_origin });
const admin = await registerStaff(site, "emi", "admin");
await admin.send(saveAdTag, {
  params: { slot: "header_promo" },
  body: {
    version: 0,
    tag_type: "adrea",
    id: "",
    width: 300,
    height: 250,
    body: "<p>Buy!</p>",
    ios_group_id: "",
    ios_unit_id: "",
    android_group_id: "",
    android_unit_id: "",
  },
});

const open = (host: string, url: string) =>
  site.openBrowser().sendRaw<null>("GET", url, undefined, { host, accept: "text/html" });

test("ADS-03 with ADS_ORIGIN, frames are served on that host only, and nothing else is", async () => {
  const frame = await open("frames.example", "/ads/frame?slot=header_promo");
  expect(frame.status).toBe(200);
  expect(frame.headers["content-security-policy"]).toContain("frame-ancestors https://box.example");
  expect((await open("box.example", "/ads/frame?slot=header_promo")).status).toBe(404);
  for (const url of ["/", "/ja", "/ja/yui", "/api/v2/ad_tags?slot=timeline", "/robots.txt"])
    expect([url, (await open("frames.example", url)).status]).toEqual([url, 404]);
  expect((await open("frames.example", "/healthz")).status).toBe(200);
  expect((await open("box.example", "/robots.txt")).status).toBe(200);
});

test("ADS-03 ADS_ORIGIN is an encrypted origin of another host", () => {
  const load = (env: object) =>
    loadConfig({ PUBLIC_URL: "https://box.example", DATA_DIR: "/nowhere", ...env });
  const secret = { SECRET_KEY: "a secret key for tests, 32 characters" };
  expect(load({ ...secret, ADS_ORIGIN: ads_origin }).ads_origin).toBe(ads_origin);
  for (const ADS_ORIGIN of ["http://ads.example", "https://box.example", "https://ads.example/a"])
    expect(() => load({ ...secret, ADS_ORIGIN })).toThrow("ADS_ORIGIN");
  expect(() => load({ ...secret, NATIVE_AD_SCRIPT_URL: "http://ads.example/a.js" })).toThrow(
    "NATIVE_AD_SCRIPT_URL",
  );
});
