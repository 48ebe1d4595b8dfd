import { createContext, use, useEffect, useEffectEvent, useState } from "react";

/** Code that most visits never need, loaded once; the next call of `load` retries a failed one. */
export interface LazyModule<T> {
  now: () => T | undefined;
  load: () => Promise<T>;
}

export function lazyModule<T>(fetch: () => Promise<T>): LazyModule<T> {
  let code: T | undefined;
  return {
    now: () => code,
    async load() {
      code ??= await fetch();
      return code;
    },
  };
}

/** Shows the reader that something could not be opened. */
export const LazyModuleFailed = createContext<() => void>(() => {});

/**
 * Loads the code when it is wanted and returns it once it is loaded. A failure doesn't affect the
 * page around it.
 */
export function useLazyModule<T>(
  code: LazyModule<T>,
  wanted: boolean,
  onFailed: () => void,
): T | undefined {
  const showFailure = use(LazyModuleFailed);
  // Passed as functions, because the code may be a function itself.
  const [ready, setReady] = useState(code.now);
  const fail = useEffectEvent((error: unknown) => {
    reportError(error);
    onFailed();
    showFailure();
  });
  useEffect(() => {
    if (!wanted || ready) return;
    let isCancelled = false;
    code.load().then(
      () => isCancelled || setReady(code.now),
      (error: unknown) => isCancelled || fail(error),
    );
    return () => {
      isCancelled = true;
    };
  }, [code, wanted, ready]);
  return ready;
}
