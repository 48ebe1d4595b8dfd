import type { Item } from "@toibako/contract/items.ts";
import { ItemCard } from "#features/profiles/components/item-card.tsx";
import { ItemActions } from "./actions.tsx";

/** An item of a list with all that can be done with it. */
export function ItemOf({ item }: { item: Item }) {
  return <ItemCard item={item} actions={<ItemActions item={item} />} />;
}
