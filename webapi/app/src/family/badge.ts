import { computed, effect, signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Places } from '../browser/places';
import type { Person } from '../sync/person';
import type { SeenMembers, Store } from '../sync/store/store';
import { membersNow, type Unseen, unseenSince } from './unseen';

/** The dependencies of Badge. */
export interface BadgeNeeds {
  person: Person;
  places: Places;
  store: Pick<Store, 'seen' | 'keepSeen'>;
  browser: Browser;
}

/** How many changes and requests of the family wait for the person, on this device. */
export class Badge {
  /** The members when the person last looked at the family's place. */
  private readonly members = signal<SeenMembers | null>(null);

  /** The members who joined and left since then. */
  readonly unseen = computed<Unseen>(() => {
    const { me } = this.needs.person;
    return me.value ? unseenSince(this.members.value, me.value) : { came: new Set<string>(), left: [] };
  });

  /** The number of people who wait for the owner's answer. */
  readonly waiting = computed(() => this.needs.person.me.value?.family.requests?.length ?? 0);

  /** The number of changes of the family that the person has not seen, or has to answer. */
  readonly count = computed(() => {
    const { came, left } = this.unseen.value;
    const comings = this.needs.places.place.value === 'family' ? 0 : came.size + left.length;
    return this.waiting.value + comings;
  });

  constructor(private readonly needs: BadgeNeeds) {}

  /** Counts the first look at a family as seen, and forgets it after the session, until the page ends. */
  follow(ended: AbortSignal): void {
    const { me, session } = this.needs.person;
    const stop = effect(() => {
      if (session.value === 'out') this.members.value = null;
      else if (me.value && !this.fits(this.members.value)) this.see();
    });
    ended.addEventListener('abort', stop);
  }

  /** Records that the person has looked at the members. */
  see(): void {
    const me = this.needs.person.me.value;
    if (!me) return;
    this.members.value = membersNow(me);
    this.keep();
  }

  /** Records the same when the page is hidden while it shows the members, because it may end without an event. */
  leaveSight(): void {
    const { browser, places } = this.needs;
    if (browser.document.visibilityState === 'hidden' && places.place.value === 'family') this.see();
  }

  /** Restores the badge stored on this device. */
  async restore(userId: string): Promise<void> {
    this.members.value = (await this.needs.store.seen(userId)) ?? null;
  }

  /** Stores the members that the person has looked at, after the person is known to be signed in here. */
  keep(): void {
    const members = this.members.value;
    if (members) void this.needs.store.keepSeen(members.user, members);
  }

  private fits(kept: SeenMembers | null): boolean {
    const { me } = this.needs.person;
    return kept?.user === me.value?.user.userId && kept?.family === me.value?.family.id;
  }
}
