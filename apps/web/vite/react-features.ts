import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { type Removal, removeCode } from "./code-removal.ts";

interface UnusedFeature extends Removal {
  name: string;
  /** Matches the source of a module that uses the feature. The build then fails. */
  use?: RegExp;
  /** Modules that match `use` although they don't use the feature. */
  except?: RegExp;
}

const require = createRequire(import.meta.url);
const renderer = /\/react-dom\/cjs\/react-dom-client\.production\.js$/;
const reactDom = /\/react-dom\/cjs\/react-dom\.production\.js$/;
/** React's own modules, and those of react-exports.ts. */
const reactModule = /\/node_modules\/react(-dom)?\/|^\0exports:/;

/**
 * In this version of React, somebody has checked by reading that without the features, the functions below are
 * not called, do nothing, or return what is named here.
 */
const checkedVersion = "19.3.1";

/** What is left out. To use a feature, delete it here. */
export const unusedFeatures: UnusedFeature[] = [
  {
    name: "<ViewTransition>",
    use: /\b(ViewTransition|addTransitionType)\b/,
    kinds: { tags: [30], types: ["REACT_VIEW_TRANSITION_TYPE", "REACT_LEGACY_HIDDEN_TYPE"] },
    functions: [
      /ViewTransition/,
      // Only updates of view transitions wait for images.
      ["maySuspendCommit", "false"],
      "suspendInstance",
    ],
    statements: /^ViewTransitionPseudoElement\.prototype\./,
  },
  {
    name: "refs of fragments",
    use: /<Fragment\s[^>]*\bref=/,
    functions: [
      /Fragment(Instance|Handle)(?!HostBoundary)/,
      "traverseVisibleInstancesAndTextInstances",
    ],
    statements: /^FragmentInstance\.prototype\./,
  },
  {
    name: "<SuspenseList>",
    use: /\bSuspenseList\b/,
    kinds: { tags: [19], types: ["REACT_SUSPENSE_LIST_TYPE"] },
  },
  {
    name: "<Activity>",
    use: /\bActivity\b/,
    kinds: { tags: [31], types: ["REACT_ACTIVITY_TYPE"] },
    functions: [["getActivityInstanceFromFiber", "null"]],
  },
  {
    name: "style sheets and scripts that React loads and waits for",
    use: /\bprecedence[=:]|\brel: "stylesheet"|(<|jsxs?\(")(script|style)\b[^>}]*\b(async|href)\b/,
    // The router has parts for styles that are in no head of a route. The site loads a sheet without React.
    // The inspector is not in the build.
    except:
      /react-router\/dist\/esm\/(Asset|headContentUtils)\.js|page\/all-styles\.ts|StoreInspector/,
    functions: [
      ["getResource", "null"],
      ["acquireResource", "null"],
      ["preloadResource", "true"],
      "preloadResourceAndSuspendIfNeeded",
      "suspendResource",
      // Together with the images of view transitions, this is all that an update can wait for.
      "accumulateSuspenseyCommitOnFiber",
      ["waitForCommitToBeReady", "null"],
    ],
  },
  {
    name: "a function that asks the browser to load something early",
    use: /\bReactDOM\.pre[a-z]|import \{[^}]*\b(preconnect|prefetchDNS|preinit|preload)[^}]*\} from "react-dom"/,
    functions: [
      ...["preconnectAs", "prefetchDNS", "preconnect", "preload", "preloadModule"],
      ...["preinitStyle", "preinitScript", "preinitModuleScript"],
    ],
    statements: /^exports\.(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule) =/,
  },
  {
    // Addresses as actions work. A form with a function still throws an error when it is sent.
    name: "a function as the action of a form",
    use: /\b(useActionState|useFormStatus|requestFormReset|formAction)\b|<form\s[^>]*\baction=\{(async\b|\()/,
    functions: [
      /ActionState|ActionReturnValue|^onAction(Success|Error)$/,
      // Dispatches the event that calls actions.
      "extractEvents$1",
      "startHostTransition",
      /^requestFormReset/,
      "recursivelyResetForms",
      "ensureFormComponentIsStateful",
      "TransitionAwareHostComponent",
      "useHostTransitionStatus",
    ],
    statements: /^exports\.(requestFormReset|useFormState|useFormStatus) =/,
  },
  {
    name: "useOptimistic",
    use: /\buseOptimistic\b/,
    functions: ["updateOptimisticImpl"],
  },
  {
    name: "onBeforeInput",
    use: /\bonBeforeInput\b/,
    functions: [
      ["getNativeBeforeInputChars", "null"],
      ["getFallbackBeforeInputChars", "null"],
    ],
  },
  {
    name: "an element with a name of its own, such as <my-element>",
    use: /(<|jsxs?\("|createElement\(")[a-z]+-[a-z]/,
    functions: ["setPropOnCustomElement", ["isCustomElement", "false"]],
  },
  {
    // Reports of errors contain the stacks of functions.
    name: "the stack of components of an error",
    use: /\.componentStack\b/,
    functions: [["getStackByFiberInDevAndProd", '""']],
  },
  {
    // The entry calls hydrateRoot only once and changes the page by the router's state.
    name: "createRoot, a variable for the result of hydrateRoot, or findDOMNode",
    use: /\b(createRoot|findDOMNode)\b|= hydrateRoot\(/,
    statements:
      /^(exports\.createRoot|ReactDOMHydrationRoot\.prototype\.\w+|ReactDOMSharedInternals\.findDOMNode) =/,
  },
  {
    name: "the cache of React's compiler, or useCacheRefresh",
    use: /\bcompiler-runtime\b|\bunstable_useCacheRefresh\b/,
    functions: ["useMemoCache", "refreshCache"],
  },
  {
    name: "a browser that is older than the language of the build",
    functions: [
      // Internet Explorer sent no event when a text was changed, and none of compositions.
      "handlePropertyChange",
      "handleEventsForInputEventPolyfill",
      "getTargetInstForInputEventPolyfill",
      "stopWatchingForValueChange",
      "isFallbackCompositionEnd",
      "getData",
      ["getVendorPrefixedEventName", "eventName"],
      "clz32Fallback",
    ],
  },
];

/**
 * Leaves features that this site doesn't use out of React's renderer. They are 13 KB of a first load, and the
 * bundler can't know that nothing uses them.
 */
export function reactFeatures(): Plugin {
  return {
    name: "toibako:react-features",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const { version } = require("react-dom/package.json") as { version: string };
      if (version !== checkedVersion)
        this.error(
          `Read what the functions named in ${import.meta.filename} do in React ${version}.`,
        );
    },
    transform(code, id) {
      if (renderer.test(id) || reactDom.test(id)) {
        return removeCode(code, this.parse(code), unusedFeatures);
      }
      if (reactModule.test(id)) return undefined;
      const feature = unusedFeatures.find(
        ({ use, except }) => use?.test(code) && !except?.test(id),
      );
      if (feature)
        this.error(
          `${id} uses ${feature.name}, which ${import.meta.filename} leaves out of React.`,
        );
      return undefined;
    },
  };
}
