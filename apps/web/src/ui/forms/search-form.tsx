import { Search, X } from "lucide-react";
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { maxQueryLength } from "#lib/page/search.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Input } from "./input.tsx";

/** Milliseconds after the last key press until the search starts by itself. */
const delay = 350;

interface SearchFormProps {
  label: string;
  clearLabel: string;
  /** The path of the page, for browsers without scripts. */
  action: string;
  /** The search text in the address of the page. */
  query: string;
  onSearch: (query: string) => void;
}

/** Searches while the reader types. Without scripts, the browser sends the form to `action`. */
export function SearchForm({ label, clearLabel, action, query, onSearch }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [requestedQuery, setRequestedQuery] = useState<string>();
  const [previousQuery, setPreviousQuery] = useState(query);
  if (previousQuery !== query) {
    setPreviousQuery(query);
    setRequestedQuery(undefined);
    // If this form didn't request the new address, the reader went back: the field then shows the address's
    // query. After a request, the field keeps its text, which the reader may have changed since.
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

  // The field keeps the focus, so that the keyboard of a phone stays open.
  function clear() {
    setText("");
    field.current?.focus();
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    search();
  }
  return (
    <search>
      <form action={action} onSubmit={submit} className="relative">
        <Input
          ref={field}
          // With type="search", some browsers would add a second button that clears the field.
          type="text"
          role="searchbox"
          inputMode="search"
          name="query"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setText("")}
          maxLength={maxQueryLength}
          enterKeyHint="search"
          autoComplete="off"
          before={<Search size={20} aria-hidden="true" />}
          // Without a text there is no button, and the placeholder needs the whole width.
          className={text === "" ? undefined : "pr-13"}
        />
        {text !== "" && (
          <span className="absolute inset-y-0 right-1 flex items-center noscript:hidden">
            <IconButton
              type="button"
              label={clearLabel}
              icon={<X size={20} aria-hidden="true" />}
              onClick={clear}
            />
          </span>
        )}
      </form>
    </search>
  );
}
