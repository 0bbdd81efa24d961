import type { Change } from '../changes';
import type { Alter, SeenMembers, Snapshot, Store, Written } from './store';

/** A store for the lifetime of the page, if the browser stores nothing. */
export class MemoryStore implements Store {
  private who = '';
  private kept: Snapshot | undefined;
  private members: SeenMembers | undefined;
  private readonly texts = new Map<string, Written>();

  constructor(private readonly queues = new Map<string, readonly Change[]>()) {}

  async person(): Promise<string> {
    return this.who;
  }

  async enter(userId: string): Promise<void> {
    if (userId !== this.who) this.kept = this.members = undefined;
    this.who = userId;
  }

  async snapshot(userId: string): Promise<Snapshot | undefined> {
    return userId === this.who ? this.kept : undefined;
  }

  async keep(userId: string, snapshot: Snapshot): Promise<void> {
    if (userId === this.who) this.kept = snapshot;
  }

  async seen(userId: string): Promise<SeenMembers | undefined> {
    return userId === this.who ? this.members : undefined;
  }

  async keepSeen(userId: string, seen: SeenMembers): Promise<void> {
    if (userId === this.who) this.members = seen;
  }

  async alter(userId: string, change: Alter): Promise<readonly Change[]> {
    const queue = change(this.queues.get(userId) ?? []);
    this.queues.set(userId, queue);
    return queue;
  }

  async written(userId: string, _: string): Promise<Written | undefined> {
    return this.texts.get(userId);
  }

  async allWritten(): Promise<[]> {
    return []; // other tabs do not share this memory
  }

  async write(userId: string, _: string, written: Written | undefined): Promise<void> {
    if (written) this.texts.set(userId, written);
    else this.texts.delete(userId);
  }

  async persist(): Promise<false> {
    return false;
  }

  async wipe(userId: string, all: boolean): Promise<void> {
    this.who = '';
    this.kept = this.members = undefined;
    if (!all) return;
    this.queues.delete(userId);
    this.texts.delete(userId);
  }
}
