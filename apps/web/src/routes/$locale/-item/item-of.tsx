import type { Item } from "@toibako/contract/items.ts";
import { ItemCard } from "#features/profiles/components/item-card.tsx";
import { ItemActions } from "./actions.tsx";
import { useShowsSensitive } from "./shows-sensitive.ts";

/** An item of a list with all that can be done with it. */
export function ItemOf({ item }: { item: Item }) {
  const shows_sensitive = useShowsSensitive();
  const actions = <ItemActions item={item} />;
  return <ItemCard item={item} actions={actions} shows_sensitive={shows_sensitive} />;
}
