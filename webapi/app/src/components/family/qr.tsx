import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { QrDrawing } from '../../browser/qrcode';

/** Draws a text's code. The program for it is loaded only then: few visits need it. */
const draw = async (text: string): Promise<QrDrawing> => (await import('../../browser/qrcode')).drawQr(text);

/** A text as a QR code, dark on white in every theme because not every camera reads the opposite. */
export function Qr({ text, label }: { text: string; label: string }) {
  const drawing = useSignal<QrDrawing | 'missing' | null>(null);
  useEffect(
    () =>
      void draw(text).then(
        (d) => (drawing.value = d),
        () => (drawing.value = 'missing'),
      ),
    [text],
  );
  if (drawing.value === 'missing') return null; // the link works without it
  if (!drawing.value) return <svg class="qr" viewBox="0 0 1 1" aria-hidden="true" />; // keeps its place
  const { size, path } = drawing.value;
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
      data-testid="invite-qr"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
