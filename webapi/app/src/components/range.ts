/** Lists of fewer lines are rendered whole. */
export const windowFrom = 200;

/** Lines from `from` up to and without `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Where each line begins, in pixels from the top; one more at the end for the bottom. */
export function topsOf(n: number, heightOf: (i: number) => number): Float64Array {
  const tops = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) tops[i + 1] = tops[i]! + heightOf(i);
  return tops;
}

/** The line at a height y: the last line that begins at or above it. */
export function lineAt(tops: ArrayLike<number>, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The lines that a view from top to bottom shows, with `spare` pixels on both sides. */
export function rangeAt(tops: ArrayLike<number>, top: number, bottom: number, spare: number): Range {
  const n = tops.length - 1;
  if (n <= 0) return { from: 0, to: 0 };
  return { from: lineAt(tops, top - spare), to: Math.min(n, lineAt(tops, bottom + spare) + 1) };
}

/** Whether a range still holds everything between top and bottom, with `spare` pixels on both sides. */
export function holds(range: Range, tops: ArrayLike<number>, top: number, bottom: number, spare: number): boolean {
  const wanted = rangeAt(tops, top, bottom, spare);
  return range.from <= wanted.from && range.to >= wanted.to;
}

/**
 * The lines to render, by rising index: those of the range, and around the one
 * that has the focus, so that neither it nor the next Tab is lost.
 */
export function chosenLines({ from, to }: Range, n: number, focused: number): number[] {
  const chosen: number[] = [];
  for (let i = Math.max(0, from); i < Math.min(n, to); i++) chosen.push(i);
  if (focused < 0) return chosen;
  const around = [focused - 1, focused, focused + 1].filter((i) => i >= 0 && i < n && (i < from || i >= to));
  return [...chosen, ...around].sort((a, b) => a - b);
}
