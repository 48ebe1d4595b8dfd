import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead, renderAlternateLinks, renderCanonicalLink } from "./head.ts";

test("SHELL-01 a page names its addresses in all languages, German with the language tag de", () => {
  const links = renderAlternateLinks("https://toibako.test", "dt", "/dt/box");
  expect(renderCanonicalLink("https://toibako.test", "dt", "/dt/box")).toBe(
    '<link rel="canonical" href="https://toibako.test/dt/box">',
  );
  expect(links).toContain('hreflang="de" href="https://toibako.test/dt/box">');
  expect(links).toContain('hreflang="zh-TW" href="https://toibako.test/zh-TW/box">');
  expect(links.match(/rel="alternate"/g)).toHaveLength(locales.length);
});

test("quotes and tags in a path are escaped in its links", () => {
  expect(renderAlternateLinks("https://toibako.test", "ja", '/ja/"><b>')).not.toContain("<b>");
});

test("SHELL-31 titles end with the product's name, and a meta tag excludes a page from search engines", async () => {
  await loadCatalog("ja");
  const { meta } = buildPageHead({ locale: "ja", title: "受信箱", noindex: true });
  expect(meta).toContainEqual({ title: `受信箱 | ${getTexts("ja").t("common.site_name")}` });
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
});

test("SHARE-02 the meta tags name the card's picture with its size and alternative text", async () => {
  await loadCatalog("ja");
  const image = { url: "https://toibako.test/cards/questions/x.png", alt: "質問" };
  const { meta } = buildPageHead({ locale: "ja", image });
  expect(meta).toContainEqual({ property: "og:image", content: image.url });
  expect(meta).toContainEqual({ property: "og:image:width", content: "1200" });
  expect(meta).toContainEqual({ property: "og:image:height", content: "630" });
  expect(meta).toContainEqual({ property: "og:image:alt", content: "質問" });
  expect(meta).toContainEqual({ name: "twitter:image", content: image.url });
  expect(meta).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});
