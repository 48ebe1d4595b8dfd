import { createContext, use, useEffect, useEffectEvent, useState } from "react";

/** Code that most visits never need. Once it came it stays; a fetch that failed is tried anew. */
export interface Late<T> {
  now: () => T | undefined;
  load: () => Promise<T>;
}

export function late<T>(fetch: () => Promise<T>): Late<T> {
  let code: T | undefined;
  return {
    now: () => code,
    async load() {
      code ??= await fetch();
      return code;
    },
  };
}

/** Tells the reader that something could not be opened. */
export const LateFailed = createContext<() => void>(() => {});

/** The code, once it is wanted and has come. Fails without harm to the page around it. */
export function useLate<T>(code: Late<T>, wanted: boolean, onFailed: () => void): T | undefined {
  const tell = use(LateFailed);
  // As a function each, because what came may be one itself.
  const [ready, setReady] = useState(code.now);
  const fail = useEffectEvent((error: unknown) => {
    reportError(error);
    onFailed();
    tell();
  });
  useEffect(() => {
    if (!wanted || ready) return;
    let left = false;
    code.load().then(
      () => left || setReady(code.now),
      (error: unknown) => left || fail(error),
    );
    return () => {
      left = true;
    };
  }, [code, wanted, ready]);
  return ready;
}
