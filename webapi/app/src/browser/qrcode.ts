import { encode } from 'uqr';
import { qrPath } from './qr_path';

/** White modules that a reader needs around the code (ISO/IEC 18004: four). */
const border = 4;

/** A QR code: the side of its square in modules, and the path of the dark modules. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** Draws a text's QR code, readable with 15 % of it hidden. */
export function drawQr(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'M', border });
  return { size, path: qrPath(data) };
}
