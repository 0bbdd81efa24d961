import { placeInFamily } from '../state';
import { initials, toneOf } from '../text';

/** How many tones the style sheet has for people. */
const tones = 6;

/**
 * A person's seal: the initials in a tone that differs among the first six of a
 * family. The name stands beside it.
 */
export function Avatar({ userId, name }: { userId: string; name: string }) {
  const place = placeInFamily(userId);
  const tone = place < 0 ? toneOf(userId, tones) : place % tones;
  return (
    <span class={`seal tone-${tone}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
