import { type Canvas, createCanvas, Image } from "@napi-rs/canvas";

/** Draws an SVG as a square of `size` pixels. Takes 1 to 3 ms, so cache the result. */
export function drawVector(svg: string, size: number): Canvas {
  const canvas = createCanvas(size, size);
  const image = new Image();
  // Adds a size, because the canvas library draws nothing without one, and these files have none.
  image.src = Buffer.from(svg.replace("<svg ", `<svg width="${size}" height="${size}" `));
  canvas.getContext("2d").drawImage(image, 0, 0, size, size);
  return canvas;
}
