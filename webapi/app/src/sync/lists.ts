import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { Api, ApiError, type Invitation, type Me, type Member, type InviteRef } from './api';
import type { Change, ListedMemo } from './changes';
import { latest, type LoadedPage, type OwnChanges } from './feed';
import { language, t } from '../messages/words';
import { lay, part } from './lay';
import { noteParting } from '../account/parting';

export { addressOf, goTo, place, selected, type Place } from '../browser/places';

/** The server, asked in the reader's language. */
export const api = new Api(language);

/** loading: not known yet; away: the server has not answered, and nothing is kept here; in: also by what was kept. */
export type Session = 'loading' | 'away' | 'out' | 'in';
export const session = signal<Session>('loading');

/** The person signed in, and their family. */
export const me = signal<Me | null>(null);

/** The lists as loaded, and the confirmed changes of one's own that they may not show yet. */
export const pages = signal<readonly LoadedPage[]>([]);
export const trashPages = signal<readonly LoadedPage[]>([]);
export const own = signal<OwnChanges>(new Map());

/** One's own changes that the server has not confirmed, oldest first. */
export const changes = signal<readonly Change[]>([]);

/** Until when the server takes no more of them, because it was sent a lot, in Unix milliseconds; 0: it takes more. */
export const held = signal(0);

/** The lists without one's own unsent changes. */
export const confirmed = computed(() => part(latest([...pages.value, ...trashPages.value], own.value).values()));
const writer = computed(() => {
  const { user, family } = me.value ?? {};
  return { userId: user?.userId ?? '', name: user?.name ?? '', familyId: family?.id ?? '' };
});
const lists = computed(() => lay(confirmed.value, changes.value, writer.value));

/** The live memos and the trash, newest first, with one's own unsent changes laid over them. */
export const memos: ReadonlySignal<readonly ListedMemo[]> = computed(() => lists.value.memos);
export const trash: ReadonlySignal<readonly ListedMemo[]> = computed(() => lists.value.trash);

/** Whether the lists have been loaded since signing in, or were kept here. */
export const listed = computed(() => pages.value.length > 0);
export const trashListed = computed(() => trashPages.value.length > 0);
export const hasMore = computed(() => !!pages.value.at(-1)?.nextCursor);
export const trashHasMore = computed(() => !!trashPages.value.at(-1)?.nextCursor);

/** Whether the last question to the server was answered. */
export const connected = signal(true);

/** How changes of others are noticed: told by the server, asked for every so often, or not at all now. */
export type Live = 'events' | 'polling' | 'off';
export const live = signal<Live>('off');

/** When the list was last known to be up to date, in Unix milliseconds; 0: never. */
export const lastSynced = signal(0);

/** Whether a newer version of the page waits for a reload. */
export const updateWaiting = signal(false);

/** The time that days and countdowns are told by, in Unix milliseconds. */
export const now = signal(Date.now());

/** The one passing message at the bottom, with a way back when there is one. */
export interface Notice {
  text: string;
  undo?: () => void;
  /** The word for the way back; "Undo" when left out. */
  way?: string;
}
export const notice = signal<Notice | null>(null);

/** What a screen reader is told next. */
export const said = signal('');

export const invitation = signal<Invitation | null>(null);

/** The invitation that waits for a yes or no. */
export const wanted = signal<InviteRef | null>(null);

/** Whether the account is being deleted, by which the session ends before that is answered. */
export const deleting = signal(false);

/** The digits that stand in the field for a code. */
export const joinDigits = signal('');

/** Whether one's last request to join ended without one's doing, so that it was refused or lapsed. */
export const turnedAway = signal(false);

/** The token of the invite link that the page was opened with: "" if the link is damaged, null if there was none. */
export const linkToken = signal<string | null>(null);

/** Members by id, for the names of authors. */
const membersById = computed(() => new Map(me.value?.family.members.map((m) => [m.userId, m])));

export function memberOf(userId: string): Member | undefined {
  return membersById.value.get(userId);
}

/** A person's place among the members, in the order they came; -1 for somebody else. */
export function placeInFamily(userId: string): number {
  return me.value?.family.members.findIndex((m) => m.userId === userId) ?? -1;
}

/** Tells a screen reader something; the same sentence twice is told twice. */
export function say(text: string): void {
  said.value = text === said.peek() ? `${text}\u00a0` : text;
}

/** Shows a message for a while, and tells it. */
export function show(text: string, undo?: () => void, way?: string): void {
  notice.value = { text, ...(undo ? { undo } : {}), ...(way ? { way } : {}) };
  say(text);
}

/** The sentence for something that went wrong. */
export function sentenceFor(e: unknown): string {
  if (!(e instanceof ApiError)) return t.unknownError;
  return e.detail || (e.status === 0 ? t.networkError : t.unknownError);
}

/** Forgets the lists and the invitation: another family's come next. */
export function forgetLists(): void {
  pages.value = [];
  trashPages.value = [];
  own.value = new Map();
  lastSynced.value = 0;
  invitation.value = null;
}

/** Forgets the person, and everything of the family, on this page; what is unsent stays kept. */
export function signedOut(): void {
  session.value = 'out';
  me.value = null;
  changes.value = [];
  notice.value = null;
  said.value = '';
  joinDigits.value = '';
  turnedAway.value = false;
  forgetLists();
}

/**
 * Ends the session that the server does not know. That of an account which waited to
 * be let in by the family that had invited it ends when the family refuses it, which
 * may show before: the request goes first, then the account.
 */
export function sessionEnded(): void {
  if (deleting.peek()) return;
  const { user, pending } = me.value ?? {};
  const refused = user?.notAdmittedUntil && (pending || turnedAway.value);
  if (session.value === 'in') noteParting({ why: refused ? 'refused' : 'ended', at: Date.now(), unsent: changes.value.length });
  signedOut();
}

/** Takes note of something that went wrong, and gives its sentence. A 401 ends the session. */
export function explain(e: unknown): string {
  if (e instanceof ApiError && e.status === 401) sessionEnded();
  return sentenceFor(e);
}
