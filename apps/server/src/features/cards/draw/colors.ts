/** The colours of a card; a test checks the contrast of every text on its background. */
export interface Colors {
  /** The background around the envelope, and the motif and the text on this background. */
  background: string;
  backgroundMotif: string;
  inkOnBackground: string;
  /** The rim of the envelope, and the round labels. */
  surface: string;
  paper: string;
  /** The motif on the paper; missing on plain paper. */
  paperMotif?: string;
  flap: string;
  /** The seal, and the motif in it. */
  wax: string;
  onWax: string;
  ink: string;
  inkOnPaper: string;
  secondaryInk: string;
  /** Text on the round labels. */
  brand: string;
  brandFill: string;
  onBrand: string;
}

/** The site's colours in light mode; a picture can't follow the viewer's mode. */
export const defaultColors: Colors = {
  background: "#5ebaba",
  backgroundMotif: "#76c6c6",
  inkOnBackground: "#08282a",
  surface: "#ffffff",
  paper: "#d9f0ef",
  flap: "#aadcdb",
  wax: "#369a9b",
  onWax: "#ffffff",
  ink: "#14292a",
  inkOnPaper: "#0f3536",
  secondaryInk: "#48605f",
  brand: "#1a7375",
  brandFill: "#5ebaba",
  onBrand: "#08282a",
};

export const shadow = "rgb(10 60 60 / 0.16)";
