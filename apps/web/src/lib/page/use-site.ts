import { useRouter } from "@tanstack/react-router";
import type { Site } from "./router-context.ts";

/** What pages know of the site before they call it. */
export const useSite = (): Site => useRouter().options.context.site;
