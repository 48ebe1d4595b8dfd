/** What a card is painted with; every pair of text and ground that meets is checked by a test. */
export interface Colors {
  /** The ground around the envelope, what is strewn over it, and text that stands on it. */
  desk: string;
  desk_motif: string;
  ink_on_desk: string;
  /** The envelope's rim and the seals. */
  surface: string;
  paper: string;
  /** What is strewn over the paper; absent where it is plain. */
  paper_motif?: string;
  flap: string;
  ink: string;
  ink_on_paper: string;
  ink_2: string;
  /** Letters on the seals. */
  brand: string;
  brand_fill: string;
  on_brand: string;
}

/** The light half of the site's colour tokens; a picture can't follow the reader's mode. */
export const colors: Colors = {
  desk: "#5ebaba",
  desk_motif: "#76c6c6",
  ink_on_desk: "#08282a",
  surface: "#ffffff",
  paper: "#d9f0ef",
  flap: "#aadcdb",
  ink: "#14292a",
  ink_on_paper: "#0f3536",
  ink_2: "#48605f",
  brand: "#1a7375",
  brand_fill: "#5ebaba",
  on_brand: "#08282a",
};

export const shadow = "rgb(10 60 60 / 0.16)";
