import { encode } from 'uqr';
import { qrPath } from './qr_path';

/** White modules around the code that a reader needs (ISO/IEC 18004: four). */
const border = 4;

/** A QR code to be drawn: the side of its square in modules, and the path of the dark ones. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** Draws a text's QR code, readable with 15 % of it hidden. */
export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'M', border });
  return { size, path: qrPath(data) };
}
