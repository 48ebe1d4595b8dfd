declare module "virtual:catalog/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:public-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:more-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:setting-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:community-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}
