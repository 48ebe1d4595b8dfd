import { removeNotInXml } from "@toibako/contract/text.ts";

/** Escapes text for the content and the quoted attributes of HTML and XML, without what XML doesn't allow. */
export function escapeMarkup(text: string): string {
  return removeNotInXml(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
