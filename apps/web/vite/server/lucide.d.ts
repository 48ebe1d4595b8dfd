declare module "lucide-react/dist/esm/Icon.mjs";
