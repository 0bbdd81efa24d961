import { useMemo } from 'preact/hooks';
import { piecesOf } from '../../messages/links';

/** A text with its links. They open outside, and nothing is fetched from them. */
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
