import { computed, signal } from '@preact/signals';
import { Api, ApiError, type Invitation, type Me, type Member, type Ticket } from './api';
import { liveMemos, type LoadedPage, type OwnChanges } from './feed';
import { language, t } from './language';

/** The server, asked in the reader's language. */
export const api = new Api(language);

/** loading: not known yet; away: the server has not answered yet. */
export type Session = 'loading' | 'away' | 'out' | 'in';
export const session = signal<Session>('loading');

/** The person signed in, and their family. */
export const me = signal<Me | null>(null);

/** The list as loaded, and the changes of one's own that it may not show yet. */
export const pages = signal<readonly LoadedPage[]>([]);
export const own = signal<OwnChanges>(new Map());

/** Whether the list has been loaded since signing in. */
export const listed = computed(() => pages.value.length > 0);
export const memos = computed(() => liveMemos(pages.value, own.value));
export const hasMore = computed(() => !!pages.value.at(-1)?.nextCursor);

/** Whether the last question to the server was answered. */
export const connected = signal(true);

/** The time that days and countdowns are told by, in Unix milliseconds. */
export const now = signal(Date.now());

/** The one passing message at the bottom, with a way back when there is one. */
export interface Notice {
  text: string;
  undo?: () => void;
}
export const notice = signal<Notice | null>(null);

/** What a screen reader is told next. */
export const said = signal('');

export const familyOpen = signal(false);
export const invitation = signal<Invitation | null>(null);

/** The invitation that waits for a yes or no. */
export const ticket = signal<Ticket | null>(null);

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
  said.value = text === said.value ? `${text}\u00a0` : text;
}

/** Shows a message for a while, and tells it. */
export function show(text: string, undo?: () => void): void {
  notice.value = undo ? { text, undo } : { text };
  say(text);
}

/** The sentence for something that went wrong. */
export function sentenceFor(e: unknown): string {
  if (!(e instanceof ApiError)) return t.unknownError;
  return e.detail || (e.status === 0 ? t.networkError : t.unknownError);
}

/** Takes note of something that went wrong, and gives its sentence. A 401 ends the session. */
export function explain(e: unknown): string {
  if (e instanceof ApiError && e.status === 401) signedOut();
  return sentenceFor(e);
}

/** Forgets the person, and everything of the family, on this page. */
export function signedOut(): void {
  session.value = 'out';
  me.value = null;
  familyOpen.value = false;
  notice.value = null;
  said.value = '';
  forgetList();
}

/** Forgets the list and the invitation: another family's come next. */
export function forgetList(): void {
  pages.value = [];
  own.value = new Map();
  invitation.value = null;
}
