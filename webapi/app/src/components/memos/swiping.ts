/** The width in pixels of the two buttons that a swipe to the left uncovers. */
const buttons = 152;

/** How far a finger moves before its direction is known. */
const slack = 10;

/** The width of the edge in pixels in which the browser's own gesture to go back begins. */
const edge = 24;

/** How far a swipe to the left must go to stay open, and one to the right to mark the memo. */
const [opens, marks] = [60, 88];

/** How long a row takes to return to its place, in milliseconds; the style sheet has 150. */
const backIn = 160;

/** How far a row can be moved to the right. */
const most = 120;

/** The phase of a swipe. */
interface Drag {
  id: number;
  x: number;
  y: number;
  /** The position of the row when it began. */
  from: number;
  moved: boolean;
}

interface Ends {
  /** Marks the memo. */
  mark(): void;
  /** Ends the swipe, after the row is back in its place. */
  end(): void;
  /** Aborted when the row is removed. */
  left: AbortSignal;
}

/** The row's offset for a finger's offset, in pixels; negative is to the left. */
export const placeOf = (from: number, by: number): number => Math.max(-buttons, Math.min(from + by, most));

/** The result of letting the row go at a position. */
export function letGo(at: number): 'open' | 'mark' | 'back' {
  if (at <= -opens) return 'open';
  return at >= marks ? 'mark' : 'back';
}

/** Whether a movement is a swipe; undefined while that is not known. The page scrolls by all others. */
export function isSwipe(dx: number, dy: number): boolean | undefined {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < slack) return undefined;
  return Math.abs(dx) > 1.5 * Math.abs(dy);
}

/** Moves a row with the finger on it, until it is back in its place. */
export function follow(row: HTMLElement, { mark, end, left }: Ends): void {
  let drag: Drag | null = null;
  let at = 0;
  const listening = { signal: left };
  const show = (to: number, how: 'drag' | 'rest') => {
    at = to;
    row.style.setProperty('--swiped', `${at}px`);
    row.dataset['swipe'] = how === 'drag' && letGo(at) === 'mark' ? 'marks' : how;
  };
  const back = () => {
    if (at === 0) return end();
    show(0, 'rest');
    setTimeout(end, backIn);
  };
  const down = (event: PointerEvent) => {
    if (!event.isPrimary || event.clientX < edge || !getSelection()?.isCollapsed) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, from: at, moved: false };
  };
  const move = (event: PointerEvent) => {
    if (drag?.id !== event.pointerId) return;
    const by = event.clientX - drag.x;
    if (!drag.moved) {
      const swipes = isSwipe(by, event.clientY - drag.y);
      if (swipes === undefined) return;
      if (!swipes || !getSelection()?.isCollapsed) return release();
      drag.moved = true;
      row.setPointerCapture(drag.id);
    }
    show(placeOf(drag.from, by), 'drag');
  };
  const release = (event?: PointerEvent) => {
    if (event && drag?.id !== event.pointerId) return;
    const moved = drag?.moved;
    drag = null;
    if (!moved) return at === 0 ? end() : undefined;
    const comes = event?.type === 'pointerup' ? letGo(at) : 'back';
    if (comes === 'open') return show(-buttons, 'rest');
    if (comes === 'mark') mark();
    back();
  };
  const press = (event: Event) => {
    if (at === 0 || (event.target as Element).closest('.under')) return;
    event.preventDefault();
    event.stopPropagation(); // it only closes
    back();
  };
  const outside = ({ target }: Event) => at !== 0 && !row.contains(target as Node) && back();
  row.addEventListener('pointerdown', down, listening);
  row.addEventListener('pointermove', move, listening);
  row.addEventListener('pointerup', release, listening);
  row.addEventListener('pointercancel', release, listening);
  row.addEventListener('click', press, { ...listening, capture: true });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && back(), listening);
  document.addEventListener('pointerdown', outside, { ...listening, capture: true });
  left.addEventListener('abort', () => {
    delete row.dataset['swipe'];
    row.style.removeProperty('--swiped');
  });
}
