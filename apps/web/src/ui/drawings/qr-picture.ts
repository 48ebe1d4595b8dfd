// The sizes of the picture in pixels.
const width = 1080;
const height = 1350;
const margin = 90;
const codeEdge = width - 2 * margin;

/** Draws a QR code with the name and the address of its box as a PNG, for print and for messages. */
export async function createQrPicture(
  code: SVGSVGElement,
  name: string,
  address: string,
): Promise<Blob> {
  const image = await loadSvg(code);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  context.fillStyle = "#d9f0ef";
  context.fillRect(0, 0, width, height);
  context.save();
  context.beginPath();
  context.roundRect(margin, margin, codeEdge, codeEdge, 56);
  context.clip();
  context.drawImage(image, margin, margin, codeEdge, codeEdge);
  context.restore();
  context.fillStyle = "#08282a";
  context.textAlign = "center";
  writeLine(context, name, { baseline: 1120, size: 60, weight: 700 });
  writeLine(context, address, { baseline: 1220, size: 44, weight: 600 });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

interface LineLook {
  /** Pixels from the upper edge of the picture to the baseline of the text. */
  baseline: number;
  /** Font size in pixels. */
  size: number;
  weight: number;
}

/** Writes a centred line, in smaller letters if it is too long for the picture. */
function writeLine(
  context: CanvasRenderingContext2D,
  text: string,
  { baseline, size, weight }: LineLook,
): void {
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${size}px ${fontFamily}`;
  const scale = Math.min(1, codeEdge / context.measureText(text).width);
  context.font = `${weight} ${size * scale}px ${fontFamily}`;
  context.fillText(text, width / 2, baseline);
}

async function loadSvg(code: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = code.cloneNode(true) as SVGSVGElement;
  // Without a size, Firefox draws nothing.
  copy.setAttribute("width", String(codeEdge));
  copy.setAttribute("height", String(codeEdge));
  const source = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  return image;
}
