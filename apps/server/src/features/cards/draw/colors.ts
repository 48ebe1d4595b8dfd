/** The light half of the site's colour tokens; a picture can't follow the reader's mode. */
export const colors = {
  desk: "#5ebaba",
  surface: "#ffffff",
  paper: "#d9f0ef",
  flap: "#aadcdb",
  ink: "#14292a",
  ink_on_paper: "#0f3536",
  ink_2: "#48605f",
  brand: "#1a7375",
  brand_fill: "#5ebaba",
  on_brand: "#08282a",
  shadow: "rgb(10 60 60 / 0.16)",
} as const;
