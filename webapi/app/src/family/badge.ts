import { computed, effect, signal } from '@preact/signals';
import { store } from '../browser/tabs';
import { membersNow, unseenSince, type SeenMembers, type Unseen } from './news';
import { me, place, session } from '../sync/lists';

/** The members as last looked at in the family's place on this device. */
export const seen = signal<SeenMembers | null>(null);

/** Who came and who left since then. */
export const unseen = computed<Unseen>(() =>
  me.value ? unseenSince(seen.value, me.value) : { came: new Set<string>(), left: [] },
);

/** How many people wait for an answer of the owner. */
export const waiting = computed(() => me.value?.family.requests?.length ?? 0);

/** How many things of the family one has not looked at, or has to answer. */
export const familyBadge = computed(() => {
  const comings = place.value === 'family' ? 0 : unseen.value.came.size + unseen.value.left.length;
  return waiting.value + comings;
});

/** Takes note that the members have been looked at. */
export function familySeen(): void {
  if (me.value) keep(membersNow(me.value));
}

/** Takes note of it as well when the page goes out of sight there: it may end without a word. */
export function leaveSight(): void {
  if (document.visibilityState === 'hidden' && place.value === 'family') familySeen();
}

/** A first look at a family counts as seen; after a session nothing of it stays here. */
effect(() => {
  if (session.value === 'out') seen.value = null;
  else if (me.value && !fits(seen.value)) familySeen();
});

function fits(kept: SeenMembers | null): boolean {
  return kept?.user === me.value?.user.userId && kept?.family === me.value?.family.id;
}

function keep(members: SeenMembers): void {
  seen.value = members;
  keepSeen();
}

/** Keeps on this device what has been looked at, once its person is known to be signed in here. */
export function keepSeen(): void {
  if (seen.value) void store.keepSeen(seen.value.user, seen.value);
}
