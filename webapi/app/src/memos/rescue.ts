import { batch, computed, effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { FamilyMessages, Messages } from '../messages';
import type { Notices } from '../messages/notices';
import { briefly } from '../messages/text';
import type { Api } from '../sync/api';
import type { Connection } from '../sync/connection';
import type { Lists } from '../sync/lists';
import { ApiError, type Memo } from '../sync/model';
import type { Person } from '../sync/person';
import type { Edit } from '../sync/store/store';
import type { Edits } from './edits';
import { RescuedFacts } from './rescued';

/** How long the server's answer is used that a memo is only further down than the loaded list, in milliseconds. */
const believedFor = 60_000;

/** The dependencies of Rescue. */
export interface RescueNeeds {
  api: Pick<Api, 'memo'>;
  browser: Pick<Browser, 'document' | 'sessionStorage'>;
  clock: Clock;
  connection: Connection;
  edits: Edits;
  lists: Lists;
  notices: Notices;
  person: Person;
  places: Pick<Places, 'selected'>;
  /** The draft of a new memo in this tab. */
  draft: Signal<string>;
}

/**
 * Moves the draft for a memo to the composer when the memo
 * is gone: deleted, done and over, or of a family that the person has left.
 * Announces that another person deleted the open memo.
 */
export class Rescue {
  /** The open memos, or those with an unsaved text, that the list lacks; as a text, equal if unchanged. */
  private readonly missing: ReadonlySignal<string>;

  private readonly facts: RescuedFacts;

  /** When the server was last asked about each, by id, in Unix milliseconds. */
  private readonly asked = new Map<string, number>();

  /** t has the sentences. */
  constructor(
    private readonly needs: RescueNeeds,
    private readonly t: Messages & FamilyMessages,
  ) {
    const { edits, lists, person, places } = needs;
    this.facts = new RescuedFacts(needs);
    this.missing = computed(() => {
      const ids = [...new Set([...edits.ids(), places.selected.value ?? ''])].filter(Boolean);
      if (ids.length === 0 || person.session.value !== 'in' || !lists.listed.value) return '';
      const there = new Set(lists.memos.value.map((memo) => memo.id));
      const own = new Set(lists.changes.value.map((change) => change.memoId)); // their fate is not certain yet
      return ids.filter((id) => !there.has(id) && !own.has(id)).join(' ');
    });
  }

  /** Watches those texts until the page ends. */
  follow(ended: AbortSignal): void {
    this.facts.follow(ended);
    const stop = effect(() => {
      void this.needs.lists.lastSynced.value; // a memo further down may have been deleted since
      const missing = this.missing.value.split(' ').filter(Boolean);
      for (const id of this.asked.keys()) if (!missing.includes(id)) this.asked.delete(id);
      for (const id of missing) void this.look(id);
    });
    ended.addEventListener('abort', stop);
  }

  /** Requests a missing memo; without an answer, again after the next refresh of the list. */
  private async look(id: string): Promise<void> {
    const { api, clock, connection, places } = this.needs;
    if (clock.time() - (this.asked.get(id) ?? -Infinity) < believedFor) return;
    this.asked.set(id, clock.time());
    const open = places.selected.peek() === id;
    try {
      const memo = await api.memo(id);
      if (memo.deleted && !this.move(id, memo) && open) this.tell(memo);
    } catch (e) {
      if (e instanceof ApiError && e.status === 404) return void this.move(id);
      this.asked.delete(id);
      connection.explain(e);
    }
  }

  /** Shows who deleted the open memo. */
  private tell({ content, doneAt, updatedBy = '' }: Memo): void {
    const { notices, person } = this.needs;
    if (doneAt || person.session.peek() !== 'in' || updatedBy === person.me.peek()?.user.userId) return;
    const who = person.memberOf(updatedBy);
    notices.news(
      this.t.deletedBy(who?.name ?? this.t.anotherMember, briefly(content), who?.source === 'alexa'),
      updatedBy,
    );
  }

  /** Moves the draft for a memo, passed as it is in the trash, and shows why. Reports whether there was one. */
  private move(id: string, memo?: Memo): boolean {
    const { browser, draft, edits, person } = this.needs;
    const edit = edits.all.peek().get(id);
    if (!edit || person.session.peek() !== 'in') return false;
    const open = edits.editing.peek() === id;
    batch(() => {
      edits.drop(id);
      if (edit.text !== edit.memo.content) draft.value = [draft.peek(), edit.text].filter(Boolean).join('\n');
    });
    if (edit.text === edit.memo.content) return false;
    this.facts.tell(this.sentence(edit, memo));
    if (open) setTimeout(() => browser.document.getElementById('composer')?.focus()); // its editor is removed
    return true;
  }

  private sentence({ memo: { familyId } }: Edit, memo?: Memo): string {
    const { t } = this;
    const { person } = this.needs;
    if (memo?.doneAt) return t.rescuedFromDone;
    if (memo && memo.updatedBy === person.me.peek()?.user.userId) return t.rescuedFromYou;
    const who = person.memberOf(memo?.updatedBy ?? '');
    if (who) return t.rescuedFrom(who.name, who.source === 'alexa');
    return !memo && familyId !== person.family.peek() ? t.rescuedFromFamily : t.rescued;
  }
}
