import { t } from '../language';
import { connected, familyOpen, me } from '../state';
import { Avatar } from './avatar';

/** How many seals fit beside the family's name. */
const shown = 3;

/** Whose memos these are, and the way to the family. */
export function Header() {
  const family = me.value?.family;
  if (!family) return null;
  return (
    <header class="top">
      <h1>{t.memos}</h1>
      <button
        type="button"
        class="family-button"
        aria-haspopup="dialog"
        onClick={() => (familyOpen.value = true)}
        data-testid="family-open"
      >
        <span class="family-name">{family.name}</span>
        <span class="unseen">{t.members(family.members.length)}</span>
        <span class="seals" aria-hidden="true">
          {family.members.slice(0, shown).map((m) => (
            <Avatar key={m.userId} userId={m.userId} name={m.name} />
          ))}
          {family.members.length > shown && <span class="seal">+{family.members.length - shown}</span>}
        </span>
      </button>
      {!connected.value && (
        <p class="offline" data-testid="offline">
          {t.offline}
        </p>
      )}
    </header>
  );
}
