import { Search } from "lucide-react";
import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import { maxQueryLength } from "#lib/page/search.ts";
import { Input } from "./input.tsx";

/** Milliseconds after the last key press until the search starts by itself. */
const delay = 350;

interface SearchFormProps {
  label: string;
  /** The path of the page, for browsers without scripts. */
  action: string;
  /** What the address searches for. */
  query: string;
  onSearch: (query: string) => void;
}

/** Searches while somebody types. Without scripts, the browser sends the form to the same address. */
export function SearchForm({ label, action, query, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query);
  const [requested, setRequested] = useState<string>();
  // Going back changes the address without a key press. What was typed during a search stays.
  const [known, setKnown] = useState(query);
  if (known !== query) {
    setKnown(query);
    setRequested(undefined);
    if (query !== requested) setText(query);
  }
  const wanted = text.trim();
  const search = useEffectEvent(() => {
    if (wanted === query || wanted === requested) return;
    setRequested(wanted);
    onSearch(wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text restarts the timer
  useEffect(() => {
    const timer = setTimeout(search, delay);
    return () => clearTimeout(timer);
  }, [wanted, query]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    search();
  }
  return (
    <search>
      <form action={action} onSubmit={submit}>
        <Input
          type="search"
          name="query"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={maxQueryLength}
          enterKeyHint="search"
          autoComplete="off"
          before={<Search size={20} aria-hidden="true" />}
        />
      </form>
    </search>
  );
}
