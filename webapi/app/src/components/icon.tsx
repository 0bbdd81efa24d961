const shapes = {
  memo: 'M6.5 4h11A1.5 1.5 0 0 1 19 5.5V14l-5.5 6h-7A1.5 1.5 0 0 1 5 18.5v-13A1.5 1.5 0 0 1 6.5 4ZM19 14h-4a1.5 1.5 0 0 0-1.5 1.5V20M8.5 8.5h7M8.5 12h4.5',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3 19c.4-3.2 2.8-5 6-5s5.6 1.8 6 5M15.5 5.4a3.2 3.2 0 0 1 0 5.9M17.3 14.4c2.1.6 3.4 2.2 3.7 4.6',
  send: 'M4.2 4.8 20.2 12 4.2 19.2 6.6 12ZM6.6 12H12.6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  more: 'M6 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM18 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6Z',
  echo: 'M4 13.5c0-2.5 3.5-4.3 8-4.3s8 1.8 8 4.3v2.7c0 2.5-3.5 4.3-8 4.3s-8-1.8-8-4.3ZM4 13.5c0 2.5 3.5 4.3 8 4.3s8-1.8 8-4.3M7.5 5.2a7 7 0 0 1 9 0M10 13.5h4',
  check: 'M5 12.8 9.8 17.5 19.2 7',
  done: 'M12 4.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6ZM8.3 12.3l2.6 2.6 4.9-5.6',
  chevron: 'M9.5 6l6 6-6 6',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5',
  close: 'M6 6l12 12M18 6 6 18',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5',
} as const;

/** The part of the page drawn before the rest is loaded. */
export type IconName = keyof typeof shapes;

/** An icon in the colour of the text; the words beside it are its label. */
export function Icon({ name, class: kind = 'ic' }: { name: IconName; class?: string }) {
  return <Shape d={shapes[name]} class={kind} />;
}

/** A shape drawn in the colour of the text. */
export function Shape({ d, class: kind = 'ic' }: { d: string; class?: string }) {
  return (
    <svg class={kind} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

/** The mark: a memo's sheet with a voice on it. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
      <path class="mark-sheet" d="M9 4h22a5 5 0 0 1 5 5v17L26 36H9a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5Z" />
      <path class="mark-fold" d="M36 26H29a3 3 0 0 0-3 3v7Z" />
      <path class="mark-voice" d="M10.5 18v4M15.5 13.5v13M20.5 10v14M25.5 14.5v7M30.5 17v3" />
    </svg>
  );
}
