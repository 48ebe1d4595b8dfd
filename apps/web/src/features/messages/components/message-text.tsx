import type { MouseEvent } from "react";
import { splitAtAddresses } from "#lib/conversation/addresses.ts";
import { foldBlankLines } from "#ui/surfaces/count-lines.ts";

interface MessageTextProps {
  text: string;
  /** Called when an address is pressed; without it, addresses are plain text. */
  onAddress?: ((address: URL) => void) | undefined;
}

/**
 * The text of a message as it was typed, but with at most two blank lines in a row. Addresses are links, which
 * `onAddress` asks about before they open.
 */
export function MessageText({ text, onAddress }: MessageTextProps) {
  const shownText = foldBlankLines(text);
  if (!onAddress) return shownText;
  return splitAtAddresses(shownText).map(({ text, address }, index) =>
    address ? (
      <AddressLink
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        key={index}
        text={text}
        address={address}
        onPress={onAddress}
      />
    ) : (
      text
    ),
  );
}

const fewEmoji = /^(?:\p{RGI_Emoji}\s?){1,3}$/v;

/**
 * The class of a message's text: one to three emoji without anything else are large. Lines are filled to the end, because
 * a bubble is as wide as its longest line.
 */
export const getTextClass = (text: string): string =>
  fewEmoji.test(text) ? "text-wrap whitespace-pre-wrap text-2xl" : "text-wrap whitespace-pre-wrap";

interface AddressLinkProps {
  text: string;
  address: URL;
  onPress: (address: URL) => void;
}

function AddressLink({ text, address, onPress }: AddressLinkProps) {
  const press = (event: MouseEvent) => {
    event.preventDefault();
    onPress(address);
  };
  return (
    <a
      href={address.href}
      target="_blank"
      rel="nofollow noreferrer ugc"
      translate="no"
      className="underline underline-offset-2"
      onClick={press}
      // The middle button would open the page without asking.
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      {text}
    </a>
  );
}
