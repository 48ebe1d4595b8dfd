import { type Canvas, createCanvas, Image } from "@napi-rs/canvas";

/** An SVG as a square of `size` pixels. Takes 1 to 3 ms: keep what is drawn again. */
export function drawVector(svg: string, size: number): Canvas {
  const canvas = createCanvas(size, size);
  const image = new Image();
  // The files carry no size of their own, and without one the library draws nothing.
  image.src = Buffer.from(svg.replace("<svg ", `<svg width="${size}" height="${size}" `));
  canvas.getContext("2d").drawImage(image, 0, 0, size, size);
  return canvas;
}
