declare module "virtual:catalog/*" {
  const catalog: Record<string, import("./message.ts").Message>;
  export default catalog;
}
