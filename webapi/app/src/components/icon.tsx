const shapes = {
  memo: 'M6.5 4h11A1.5 1.5 0 0 1 19 5.5V14l-5.5 6h-7A1.5 1.5 0 0 1 5 18.5v-13A1.5 1.5 0 0 1 6.5 4ZM19 14h-4a1.5 1.5 0 0 0-1.5 1.5V20M8.5 8.5h7M8.5 12h4.5',
  send: 'M4.5 12h14M12.5 5.5 19 12l-6.5 6.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5',
  close: 'M6 6l12 12M18 6 6 18',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3 19c.4-3.2 2.8-5 6-5s5.6 1.8 6 5M15.5 5.4a3.2 3.2 0 0 1 0 5.9M17.3 14.4c2.1.6 3.4 2.2 3.7 4.6',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5',
  mic: 'M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  more: 'M6 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6ZM18 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6Z',
  echo: 'M4 9c0-2 3.6-3.5 8-3.5S20 7 20 9s-3.6 3.5-8 3.5S4 11 4 9ZM4 9v6c0 2 3.6 3.5 8 3.5s8-1.5 8-3.5V9M9.5 8.8h5',
  phone:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM10.8 17.8h2.4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
} as const;

/** What can be drawn. */
export type IconName = keyof typeof shapes;

/** An icon in the colour of the text; the words beside it say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
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
