import { ApiError, type EchoAdded, type JoinRequest, type Member, type InviteRef } from '../sync/api';
import { familySeen } from './badge';
import { t } from '../messages/family_words';
import { dismissInvite } from './invites';
import { refreshMe } from '../sync/me';
import { api, explain, goTo, invitation, me, now, show } from '../sync/lists';

/** Reads the family again after a change of one's own, and says what came of it. */
async function done(sentence: string): Promise<void> {
  await refreshMe(true).then(familySeen, () => undefined); // the change itself was confirmed; the next look shows it
  show(sentence);
}

/** Makes the family's invitation, or gets the one that is valid now. */
export async function makeInvite(): Promise<void> {
  invitation.value = await api.makeInvite();
  now.value = Date.now();
}

/** Makes the invitation useless. */
export async function revokeInvite(): Promise<void> {
  await api.revokeInvite();
  invitation.value = null;
}

/** Joins the family of an invitation, memos and all, or asks its owner, and says which. */
export async function join(wanted: InviteRef): Promise<void> {
  const joined = await api.join(wanted);
  dismissInvite();
  if ('asked' in joined) {
    await done([t.asked(joined.asked.name), joined.check ? t.askedCheck(joined.check) : ''].join(' ').trim());
    goTo('family');
    setTimeout(() => document.getElementById('asked')?.focus()); // the card is above what one has just used
    return;
  }
  goTo('memos');
  await refreshMe(true).catch(() => undefined); // the next look shows it
  show(t.joined(joined.familyName, joined.movingMemos), () => void leave().catch((e) => show(explain(e))), t.leaveAgain);
}

/** Whether an invitation, a code or a number is unknown, used, revoked or expired. */
export function isNotValid(e: unknown): boolean {
  return e instanceof ApiError && e.reason === 'invite_not_valid';
}

/** Takes back one's request to join. */
export async function withdraw(): Promise<void> {
  await api.withdrawRequest();
  await done(t.withdrawn);
}

/** Lets somebody in, memos and all. */
export async function allow({ userId, name, source }: JoinRequest): Promise<void> {
  const { movingMemos } = await api.allowRequest(userId);
  await done([t.arrived(name, source === 'alexa'), movingMemos > 0 ? t.memosCame(movingMemos) : ''].join(' ').trim());
}

/** Does not let somebody in. */
export async function refuse({ userId, name, source }: JoinRequest): Promise<void> {
  await api.refuseRequest(userId);
  await done(t.refused(name, source === 'alexa'));
}

/** Sets whether the owner is asked before anybody joins. */
export async function setAskFirst(wanted: boolean): Promise<void> {
  const { askBeforeJoin } = await api.setAskBeforeJoin(wanted);
  if (me.value) me.value = { ...me.value, settings: { ...me.value.settings, askBeforeJoin } };
}

/** Adds the Echo of a number, or brings the memos of a number back; says so unless the owner is asked first. */
export async function addEcho(number: string, { name, recovery }: { name: string; recovery: boolean }): Promise<EchoAdded> {
  const added = await api.addEcho(number);
  if (!('asked' in added)) await done(recovery ? t.recovered(added.movingMemos) : t.echoAdded(name, added.movingMemos));
  return added;
}

/** Makes another member the owner. */
export async function handOver({ userId, name }: Member): Promise<void> {
  await api.handOver(userId);
  await done(t.handedOver(name));
}

/**
 * Takes a member out of the family, and Echos that this member added, with the memos
 * that each of them wrote. After a failure it can be done again: those who have gone
 * already are gone.
 */
export async function removeMember(member: Member, echos: readonly Member[] = []): Promise<void> {
  for (const { userId } of [member, ...echos]) await api.removeMember(userId).catch(unlessGone);
  await done(echos.length > 0 ? t.membersRemoved(member.name, echos.length) : t.memberRemoved(member.name, member.source === 'alexa'));
}

function unlessGone(e: unknown): void {
  if (!(e instanceof ApiError && e.reason === 'person')) throw e;
}

/** Leaves the family, with one's own memos. */
export async function leave(): Promise<void> {
  await api.leave();
  await done(t.left);
}

/** Changes one's own name. */
export async function rename(name: string): Promise<void> {
  await api.rename(name);
  await refreshMe(true);
}
