import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { QrDrawing } from '../qrcode';

/** Draws a text's code. What makes it is loaded for that: few visits need it. */
const draw = async (text: string): Promise<QrDrawing> => (await import('../qrcode')).drawQr(text);

interface QrProps {
  text: string;
  label: string;
  hint: string;
}

/** A text as a QR code, dark on white in every theme because not every camera reads the opposite. */
export function Qr({ text, label, hint }: QrProps) {
  const drawing = useSignal<QrDrawing | null>(null);
  useEffect(() => void draw(text).then((d) => (drawing.value = d), () => undefined), [text]); // the link is there without it
  if (!drawing.value) return null;
  const { size, path } = drawing.value;
  return (
    <figure>
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges" data-testid="invite-qr">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption class="hint">{hint}</figcaption>
    </figure>
  );
}
