import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { translate } from "#platform/texts/texts.ts";

/** Creates the web app manifest. `id` is the same in all languages, so that browsers recognise one application. */
export function createManifest(locale: Locale) {
  return {
    id: "/",
    lang: getLanguageTag(locale),
    dir: "ltr",
    name: translate(locale, "manifest_name"),
    short_name: "Toibako",
    description: translate(locale, "manifest_description"),
    start_url: `/${locale}`,
    scope: "/",
    display: "standalone",
    background_color: "#f3f8f7",
    theme_color: "#5ebaba",
    categories: ["social"],
    shortcuts: [
      { name: translate(locale, "manifest_inbox"), url: `/${locale}/box` },
      { name: translate(locale, "manifest_notices"), url: `/${locale}/me/notices` },
    ],
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      {
        src: "/icon-maskable-512.png",
        type: "image/png",
        sizes: "512x512",
        purpose: "maskable",
      },
    ],
  };
}
