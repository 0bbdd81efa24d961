import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { momentShort } from '../../memos/dates';
import type { ListedMemo } from '../../sync/changes';
import type { Member } from '../../sync/model';
import { type FamilyPage, useFamily, usePage } from '../page_context';

/** The name of a person who changed a memo. */
export function nameIn(memo: ListedMemo, userId: string, { t, person }: FamilyPage): string {
  return userId === memo.userId ? person.authorOf(memo) : (person.memberOf(userId)?.name ?? t.someone);
}

/** Returns a function that writes a time as seen from today. */
export function useMoment(): (iso: string | undefined) => string {
  const { language, clock } = useFamily();
  return (iso) => momentShort(iso, clock.minute.value, language);
}

/** The others who have seen a memo, and those who have not. */
export interface SeenBy {
  seen: Member[];
  yet: Member[];
}

/** How long a memo must be open before the server is asked, in milliseconds; the keyboard passes many. */
const askAfter = 150;

/**
 * Asks who has seen a memo when it is opened, and then each minute. Returns undefined until the answer is known, and
 * null if no other person can have seen it.
 */
export function useSeenBy(memo: ListedMemo): SeenBy | null | undefined {
  const { api, person, clock } = usePage();
  const known = useSignal({ id: '', by: [] as readonly string[] });
  const minute = clock.minute.value;
  const me = person.me.value;
  const others = me?.family.members.filter(
    ({ userId, source }) => userId !== memo.userId && userId !== me.user.userId && source !== 'alexa',
  );
  const asks = !!others?.length && memo.version > 0; // an unsent memo is not known to the server
  useEffect(() => {
    if (!asks) return;
    let left = false;
    const ask = () =>
      api.seenBy(memo.id).then(
        (by) => left || (known.value = { id: memo.id, by }),
        () => undefined, // without a connection nothing is said about it
      );
    const timer = setTimeout(ask, askAfter);
    return () => (clearTimeout(timer), (left = true));
  }, [memo.id, asks, minute]);
  if (!asks) return null;
  if (known.value.id !== memo.id) return undefined;
  const has = new Set(known.value.by);
  return {
    seen: others.filter(({ userId }) => has.has(userId)),
    yet: others.filter(({ userId }) => !has.has(userId)),
  };
}
