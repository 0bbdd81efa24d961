import type { Me, Ticket } from './api';
import { t } from './language';
import { api, familyOpen, forgetList, invitation, me, now, show, ticket } from './state';

/** Reads again who one is and who is in the family, and tells of arrivals. */
export async function refreshMe(): Promise<Me> {
  const before = me.value;
  const after = await api.me();
  if (before && before.family.id !== after.family.id) forgetList();
  me.value = after;
  if (before?.family.id === after.family.id) welcomeArrivals(before, after);
  return after;
}

function welcomeArrivals(before: Me, after: Me): void {
  const known = new Set(before.family.members.map((m) => m.userId));
  for (const member of after.family.members.filter((m) => !known.has(m.userId))) {
    invitation.value = null; // an invitation brings in one person
    show(t.arrived(member.name));
  }
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

/** Joins the family of an invitation, memos and all, and says what came along. */
export async function join(wanted: Ticket): Promise<void> {
  const { movingMemos } = await api.join(wanted);
  dismissTicket();
  forgetList();
  familyOpen.value = false;
  const { family } = await refreshMe();
  show(t.joined(family.name, movingMemos));
}

/** Puts an invitation away, also the one that the page was opened with. */
export function dismissTicket(): void {
  ticket.value = null;
  forgetInviteToken();
}

/** Changes one's own name. */
export async function rename(name: string): Promise<void> {
  await api.rename(name);
  await refreshMe();
}

const tokenSlot = 'inviteToken';

/**
 * The token of the invite link the page was opened with. It is kept for this
 * tab until it is used or refused, because a sign-in leads away and back.
 */
export function inviteToken(): string {
  const fromLink = location.pathname === '/join' ? new URLSearchParams(location.search).get('token') : '';
  if (fromLink) sessionStorage.setItem(tokenSlot, fromLink);
  return fromLink || (sessionStorage.getItem(tokenSlot) ?? '');
}

function forgetInviteToken(): void {
  sessionStorage.removeItem(tokenSlot);
}
