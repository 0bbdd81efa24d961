import { useMemo } from 'preact/hooks';
import { piecesOf } from '../../messages/links';

/** A text with its links. They open in a new tab, and the page fetches nothing from them. */
export function Linked({ text, reached }: { text: string; reached: boolean }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  return (
    <>
      {pieces.map(({ text: words, href }, i) =>
        href ? (
          <a
            key={i}
            href={href}
            rel="noopener noreferrer"
            tabIndex={reached ? undefined : -1}
            {...(href.startsWith('http') ? { target: '_blank' } : {})}
          >
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </>
  );
}
