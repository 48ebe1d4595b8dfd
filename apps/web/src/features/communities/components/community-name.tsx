import { truncateText } from "@toibako/contract/text.ts";

/** Characters of a name that cards and rows show. */
const shownCharacters = 9;

/** A community's name behind “#”. A long one is cut; screen readers get all of it. */
export function CommunityName({ name }: { name: string }) {
  const shown = truncateText(name, shownCharacters);
  if (shown === name) return `#${name}`;
  return (
    <>
      <span aria-hidden="true" title={`#${name}`}>
        #{shown}
      </span>
      <span className="sr-only">#{name}</span>
    </>
  );
}
