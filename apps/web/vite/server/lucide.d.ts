// lucide-react has no types for this file, which `icon.ts` imports.
declare module "lucide-react/dist/esm/Icon.mjs";
