import { useSignal } from '@preact/signals';
import { lettersOf, toneOf } from '../family/seals';
import { Icon } from './icon';
import { usePage } from './page_context';

/** The sides of a seal in pixels: beside a small line, in a list, and alone. */
const sides = { s: 18, m: 24, l: 40 } as const;

interface AvatarProps {
  userId: string;
  name: string;
  size?: keyof typeof sides;
  /** An address of this server; by default the member's. */
  picture?: string | undefined;
  /** The source of the account; by default the member's. */
  source?: string | undefined;
}

/**
 * A person's seal: the emoji that they chose, the picture, or letters that no other member of the family has. An Echo
 * has an icon. The name is beside it.
 */
export function Avatar({ userId, name, size = 's', ...given }: AvatarProps) {
  const { person } = usePage();
  const failed = useSignal('');
  const { picture = '', source, emoji } = { ...person.memberOf(userId), ...given };
  if (source === 'alexa') return <EchoSeal size={size} />;
  if (!emoji && picture.startsWith('/') && picture !== failed.value) {
    const side = sides[size];
    const fail = () => (failed.value = picture);
    return (
      <img
        class={`seal ${size}`}
        src={picture}
        alt=""
        width={side}
        height={side}
        loading="lazy"
        decoding="async"
        onError={fail}
      />
    );
  }
  const members = person.me.value?.family.members ?? [];
  const shown = emoji || lettersOf(userId, name, members);
  const kind = emoji ? 'emoji' : shown.length > 1 ? 'two' : '';
  return (
    <span class={`seal ${size} ${kind} c${toneOf(userId, members)}`} aria-hidden="true">
      {shown}
    </span>
  );
}

/** The grey seal of an Echo. */
export function EchoSeal({ size = 'l' }: { size?: keyof typeof sides }) {
  return (
    <span class={`seal ${size} cd`}>
      <Icon name="echo" />
    </span>
  );
}
