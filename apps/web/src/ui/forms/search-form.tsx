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
  /** The search text in the address of the page. */
  query: string;
  onSearch: (query: string) => void;
}

/** Searches while somebody types. Without scripts, the browser sends the form to the same address. */
export function SearchForm({ label, action, query, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query);
  const [requestedQuery, setRequestedQuery] = useState<string>();
  const [previousQuery, setPreviousQuery] = useState(query);
  if (previousQuery !== query) {
    setPreviousQuery(query);
    setRequestedQuery(undefined);
    // The address changes without a request when the reader goes back: the field then shows its query.
    // After a request the field keeps its text, to which the reader may have added something meanwhile.
    if (query !== requestedQuery) setText(query);
  }
  const typedQuery = text.trim();
  const search = useEffectEvent(() => {
    if (typedQuery === query || typedQuery === requestedQuery) return;
    setRequestedQuery(typedQuery);
    onSearch(typedQuery);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text restarts the timer
  useEffect(() => {
    const timer = setTimeout(search, delay);
    return () => clearTimeout(timer);
  }, [typedQuery, query]);

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
