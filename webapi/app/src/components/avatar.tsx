import { useSignal } from '@preact/signals';
import { initials, toneOf } from '../messages/text';
import { Icon } from './icon';
import { usePage } from './page_context';

/** How many tones the style sheet has for people. */
const tones = 6;

interface AvatarProps {
  userId: string;
  name: string;
  /** An address of this server; a member's own when left out. */
  picture?: string | undefined;
  /** Where the account is from; a member's own when left out. */
  source?: string | undefined;
}

/**
 * A person's seal: the picture, or the initials in a tone that differs among the
 * first six of a family. An Echo has an icon. The name stands beside it.
 */
export function Avatar({ userId, name, ...given }: AvatarProps) {
  const { person } = usePage();
  const member = person.memberOf(userId);
  const picture = given.picture ?? member?.picture;
  const source = given.source ?? member?.source;
  const failed = useSignal('');
  if (source === 'alexa') {
    return (
      <span class="seal device">
        <Icon name="echo" />
      </span>
    );
  }
  if (picture?.startsWith('/') && picture !== failed.value) {
    const fail = () => (failed.value = picture);
    return (
      <img class="seal" src={picture} alt="" width="36" height="36" loading="lazy" decoding="async" onError={fail} />
    );
  }
  const place = person.placeInFamily(userId);
  const tone = place < 0 ? toneOf(userId, tones) : place % tones;
  return (
    <span class={`seal tone-${tone}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
