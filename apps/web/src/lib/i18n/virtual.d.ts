declare module "virtual:public-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:other-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:billing-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:staff-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}

declare module "virtual:games-texts/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}
