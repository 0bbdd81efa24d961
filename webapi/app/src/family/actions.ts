import type { Browser } from '../browser/browser';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { FamilyMessages, Messages, RareMessages } from '../messages';
import type { Notices } from '../messages/notices';
import type { Connection } from '../sync/connection';
import { ApiError, type EchoAdded, type InviteRef, type JoinRequest, type Member, type Room } from '../sync/model';
import type { Person } from '../sync/person';
import type { FamilyApi } from './api';
import type { Badge } from './badge';
import type { Invites } from './invites';

/** The dependencies of FamilyActions. */
export interface FamilyNeeds {
  api: FamilyApi;
  browser: Pick<Browser, 'document'>;
  clock: Clock;
  places: Places;
  notices: Notices;
  connection: Connection;
  person: Person;
  badge: Badge;
  invites: Invites;
}

/** Whether an invitation, a code or a number is unknown, used, revoked or expired. */
export function isNotValid(e: unknown): boolean {
  return e instanceof ApiError && e.reason === 'invite_not_valid';
}

/** The actions of the family place; t has its sentences. */
export class FamilyActions {
  constructor(
    private readonly needs: FamilyNeeds,
    private readonly t: Messages & FamilyMessages & RareMessages,
  ) {}

  /** Creates an invitation, or returns the valid one. */
  async makeInvite(): Promise<void> {
    const { api, invites, clock } = this.needs;
    invites.invitation.value = await api.makeInvite();
    clock.tick();
  }

  /** Revokes the invitation. */
  async revokeInvite(): Promise<void> {
    await this.needs.api.revokeInvite();
    this.needs.invites.invitation.value = null;
  }

  /** Joins the family of an invitation with all memos, or asks its owner, and says which. */
  async join(wanted: InviteRef): Promise<void> {
    const { api, browser, invites, places, person, notices, connection } = this.needs;
    const { t } = this;
    const joined = await api.join(wanted);
    invites.dismiss();
    if ('asked' in joined) {
      await this.done([t.asked(joined.asked.name), joined.check ? t.askedCheck(joined.check) : ''].join(' ').trim());
      places.goTo('family');
      setTimeout(() => browser.document.getElementById('asked')?.focus()); // the card is above the form that was just used
      return;
    }
    places.goTo('memos');
    await person.refresh(true).catch(() => undefined); // the next look shows it
    const leave = () => void this.leave().catch((e) => notices.error(connection.explain(e)));
    notices.latest.clear(); // an earlier poll has announced the change of family
    notices.undo(t.joined(joined.familyName, joined.movingMemos), leave, t.leaveAgain);
  }

  /** Withdraws the person's request to join. */
  async withdraw(): Promise<void> {
    await this.needs.api.withdrawRequest();
    await this.done(this.t.withdrawn);
  }

  /** Admits a person who asked to join, with their memos. */
  async allow({ userId, name, source }: JoinRequest): Promise<void> {
    const { t } = this;
    const { movingMemos } = await this.needs.api.allowRequest(userId);
    await this.done(
      [t.arrived(name, source === 'alexa'), movingMemos > 0 ? t.memosCame(movingMemos) : ''].join(' ').trim(),
    );
  }

  /** Refuses a person who asked to join. */
  async refuse({ userId, name, source }: JoinRequest): Promise<void> {
    await this.needs.api.refuseRequest(userId);
    await this.done(this.t.refused(name, source === 'alexa'));
  }

  /** Sets whether the owner is asked before a person joins. */
  async setAskFirst(wanted: boolean): Promise<void> {
    const { api, person } = this.needs;
    const { me } = person;
    const { askBeforeJoin } = await api.setAskBeforeJoin(wanted);
    if (me.value) me.value = { ...me.value, settings: { ...me.value.settings, askBeforeJoin } };
  }

  /** Adds the Echo or the memos of a number; shows a sentence unless the owner is asked first. */
  async addEcho(number: string, { name, recovery }: { name: string; recovery: boolean }): Promise<EchoAdded> {
    const { t } = this;
    const added = await this.needs.api.addEcho(number);
    if (!('asked' in added))
      await this.done(recovery ? t.recovered(added.movingMemos) : t.echoAdded(name, added.movingMemos));
    return added;
  }

  /** Makes another member the owner. */
  async handOver({ userId, name }: Member): Promise<void> {
    await this.needs.api.handOver(userId);
    await this.done(this.t.handedOver(name));
  }

  /**
   * Removes a member from the family, and Echos that this member added, with the memos that each of them wrote. After a
   * failure it can be repeated: members who are gone stay gone.
   */
  async removeMember(member: Member, echos: readonly Member[] = []): Promise<void> {
    const { t } = this;
    for (const { userId } of [member, ...echos]) await this.needs.api.removeMember(userId).catch(unlessGone);
    await this.done(
      echos.length > 0
        ? t.membersRemoved(member.name, echos.length)
        : t.memberRemoved(member.name, member.source === 'alexa'),
    );
  }

  /** Leaves the family, with the memos of the person who leaves. */
  async leave(): Promise<void> {
    await this.needs.api.leave();
    await this.done(this.t.left);
  }

  /** Names rooms of an Echo; the id "" stands for the Echo itself. After a failure it can be repeated. */
  async nameEcho({ userId }: Member, names: readonly Room[]): Promise<void> {
    for (const { id, name } of names)
      await this.needs.api.nameEcho(userId, name, id).catch((e: unknown) => {
        if (name || reasonOf(e) !== 'room') throw e; // the server does not know a room without a name
      });
    await this.done(this.t.nameSaved);
  }

  /** Changes the person's name. */
  async rename(name: string): Promise<void> {
    await this.needs.api.rename(name);
    await this.needs.person.refresh(true);
  }

  /** Chooses the emoji that stands for the person; "" for none. */
  async setEmoji(emoji: string): Promise<void> {
    await this.needs.api.emoji(emoji);
    await this.needs.person.refresh(true);
  }

  /** Reads the family again after a change made here, and shows a sentence about it. */
  private async done(sentence: string): Promise<void> {
    const { person, badge, notices } = this.needs;
    await person.refresh(true).then(
      () => badge.see(),
      () => undefined,
    ); // the change itself was confirmed; the next look shows it
    notices.news(sentence);
  }
}

function unlessGone(e: unknown): void {
  if (reasonOf(e) !== 'person') throw e;
}

const reasonOf = (e: unknown): string => (e instanceof ApiError ? e.reason : '');
