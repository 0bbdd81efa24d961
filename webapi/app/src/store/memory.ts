import type { Change } from '../changes';
import type { Alter, Snapshot, Store } from './store';

/** A store for the life of the page, where the browser keeps nothing. */
export class MemoryStore implements Store {
  private who = '';
  private kept: Snapshot | undefined;

  constructor(private readonly queues = new Map<string, readonly Change[]>()) {}

  async person(): Promise<string> {
    return this.who;
  }

  async enter(userId: string): Promise<void> {
    if (userId !== this.who) this.kept = undefined;
    this.who = userId;
  }

  async snapshot(userId: string): Promise<Snapshot | undefined> {
    return userId === this.who ? this.kept : undefined;
  }

  async keep(userId: string, snapshot: Snapshot): Promise<void> {
    if (userId === this.who) this.kept = snapshot;
  }

  async alter(userId: string, change: Alter): Promise<readonly Change[]> {
    const queue = change(this.queues.get(userId) ?? []);
    this.queues.set(userId, queue);
    return queue;
  }

  async wipe(userId: string, changes: boolean): Promise<void> {
    this.who = '';
    this.kept = undefined;
    if (changes) this.queues.delete(userId);
  }
}
