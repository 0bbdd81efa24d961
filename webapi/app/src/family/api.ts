import { type Http, read, serverNow } from '../sync/http';
import type {
  Access,
  EchoAdded,
  EchoPreview,
  Invitation,
  InvitePreview,
  InviteRef,
  Joined,
  KeyWish,
  MadeKey,
} from '../sync/model';

/** The part of the server's API for the family's place. Every method throws ApiError. */
export class FamilyApi {
  constructor(private readonly http: Http) {}

  /**
   * The family's invitation. Its times are measured by the server's clock when that
   * is shown; the header has whole seconds, so the last moment of its second counts.
   */
  async makeInvite(): Promise<Invitation> {
    const answer = await this.http.send('POST', '/api/family/invite-codes', { body: {} });
    const made = await read<{
      code?: string;
      expiresAt: string;
      link: string;
      asksFirst: boolean;
      codeAgainAt?: string;
    }>(answer);
    const { expiresAt, codeAgainAt, ...invite } = made;
    const now = this.http.time();
    const here = (time: string) => now + Date.parse(time) - serverNow(answer, now);
    return { ...invite, endsAt: here(expiresAt), ...(codeAgainAt ? { codeAgainAt: here(codeAgainAt) } : {}) };
  }

  async revokeInvite(): Promise<void> {
    await this.http.send('DELETE', '/api/family/invite-codes/current');
  }

  /** Returns the family of a link. 404 not_found: it cannot be used. */
  previewInvite(inviteToken: string): Promise<InvitePreview> {
    return this.http.json('POST', '/api/family/invitations/preview', { body: { inviteToken } });
  }

  join(invite: InviteRef): Promise<Joined> {
    return this.http.json('POST', '/api/family/join', { body: invite });
  }

  /** Withdraws the person's request to join. */
  async withdrawRequest(): Promise<void> {
    await this.http.send('DELETE', '/api/family/join');
  }

  /** Admits a person who asked to join. */
  allowRequest(userId: string): Promise<{ movingMemos: number }> {
    return this.http.json('POST', requestPath(userId));
  }

  async refuseRequest(userId: string): Promise<void> {
    await this.http.send('DELETE', requestPath(userId));
  }

  /** Returns the Echo of a connection number. 404 not_found: it cannot be used. */
  previewEcho(number: string): Promise<EchoPreview> {
    return this.http.json('POST', '/api/family/echos/preview', { body: { number } });
  }

  addEcho(number: string): Promise<EchoAdded> {
    return this.http.json('POST', '/api/family/echos', { body: { number } });
  }

  setAskBeforeJoin(askBeforeJoin: boolean): Promise<{ askBeforeJoin: boolean }> {
    return this.http.json('PUT', '/api/family/settings', { body: { askBeforeJoin } });
  }

  leave(): Promise<{ newFamilyId: string }> {
    return this.http.json('POST', '/api/family/leave');
  }

  async handOver(newOwnerUserId: string): Promise<void> {
    await this.http.send('POST', '/api/family/transfer-owner', { body: { newOwnerUserId } });
  }

  async removeMember(userId: string): Promise<void> {
    await this.http.send('DELETE', memberPath(userId));
  }

  /** Names an Echo or, with the id of one of its rooms, that room; "" removes the name of a room. */
  async nameEcho(userId: string, name: string, room: string): Promise<void> {
    await this.http.send('PUT', `${memberPath(userId)}/name`, { body: room ? { name, room } : { name } });
  }

  async rename(name: string): Promise<void> {
    await this.http.send('PUT', '/api/user/name', { body: { name } });
  }

  /** Chooses the emoji that stands for the person; "" for none. */
  async emoji(emoji: string): Promise<void> {
    await this.http.send('PUT', '/api/user/emoji', { body: { emoji } });
  }

  /** The sessions and the keys of the person. */
  async access(): Promise<Access[]> {
    return (await this.http.json<{ access: Access[] }>('GET', '/api/me/access')).access;
  }

  /** Makes a key for a program. */
  makeKey(wish: KeyWish): Promise<MadeKey> {
    return this.http.json('POST', '/api/me/tokens', { body: wish });
  }

  /** Ends a session or a key. 404 access: it has ended already. */
  async endAccess(id: string): Promise<void> {
    await this.http.send('DELETE', `/api/me/access/${encodeURIComponent(id)}`);
  }
}

const memberPath = (userId: string) => `/api/family/members/${encodeURIComponent(userId)}`;
const requestPath = (userId: string) => `/api/family/requests/${encodeURIComponent(userId)}`;
