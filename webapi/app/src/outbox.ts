import { signal } from '@preact/signals';
import { ApiError, type Memo } from './api';
import { uuidv7 } from './uuid';

/** A memo written here that the server has not confirmed. */
export interface Unsent {
  key: string; // its idempotency key, the same for every try
  content: string;
  at: number; // when it was written
  state: 'sending' | 'failed';
  error?: ApiError;
}

/** What the outbox needs of the rest. */
export interface OutboxNeeds {
  addMemo(content: string, key: string): Promise<Memo>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  /** Told of each memo the server has taken. */
  sent(memo: Memo): void;
  /** Told of each try that failed. */
  failed(error: ApiError): void;
}

/**
 * Memos on their way. Each is kept in the browser's storage, one item each so
 * that tabs do not overwrite one another, until the server has it or its
 * writer takes it back. It belongs to one person: another one signing in on
 * the same device neither sees nor sends it.
 */
export class Outbox {
  readonly items = signal<readonly Unsent[]>([]);
  private owner = '';

  constructor(private readonly needs: OutboxNeeds) {}

  /** Opens a person's outbox and tries again what was left in it. */
  open(userId: string): void {
    if (userId === this.owner) return;
    this.owner = userId;
    this.items.value = this.stored();
    for (const item of this.items.value) void this.deliver(item);
  }

  /** Sends a memo; it is in items at once. */
  add(content: string): Promise<void> {
    const item: Unsent = { key: uuidv7(), content, at: Date.now(), state: 'sending' };
    this.items.value = [item, ...this.items.value];
    this.keep(item);
    return this.deliver(item);
  }

  /** Tries a failed memo again. */
  async retry(key: string): Promise<void> {
    const item = this.items.value.find((i) => i.key === key);
    if (item?.state === 'failed') await this.deliver(item);
  }

  /** Tries again what failed for a passing reason, or because nobody was signed in. */
  retryPassing(): void {
    for (const { key, error } of this.items.value) if (error?.passing || error?.status === 401) void this.retry(key);
  }

  /** Takes a memo back, and gives its text. */
  takeBack(key: string): string {
    const item = this.items.value.find((i) => i.key === key);
    this.drop(key);
    return item?.content ?? '';
  }

  /** Whether a memo is being sent now. */
  get busy(): boolean {
    return this.items.value.some((i) => i.state === 'sending');
  }

  private async deliver({ key, content, at }: Unsent): Promise<void> {
    const owner = this.owner;
    this.replace({ key, content, at, state: 'sending' });
    try {
      const memo = await this.needs.addMemo(content, key);
      this.needs.storage.removeItem(slot(owner, key));
      if (owner !== this.owner) return;
      this.drop(key);
      this.needs.sent(memo);
    } catch (e) {
      const error = e instanceof ApiError ? e : new ApiError(0, 'internal', '');
      if (owner !== this.owner) return;
      this.replace({ key, content, at, state: 'failed', error });
      this.needs.failed(error);
    }
  }

  private replace(item: Unsent): void {
    this.items.value = this.items.value.map((i) => (i.key === item.key ? item : i));
  }

  private drop(key: string): void {
    this.items.value = this.items.value.filter((i) => i.key !== key);
    this.needs.storage.removeItem(slot(this.owner, key));
  }

  /** Keeps a memo for after a reload; a browser that refuses storage keeps it until then. */
  private keep({ key, content, at }: Unsent): void {
    try {
      this.needs.storage.setItem(slot(this.owner, key), JSON.stringify({ content, at }));
    } catch {
      return;
    }
  }

  private stored(): Unsent[] {
    const { storage } = this.needs;
    const prefix = slot(this.owner, '');
    const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
    return names
      .filter((name) => name.startsWith(prefix))
      .map((name): Unsent => {
        const { content, at } = JSON.parse(storage.getItem(name) ?? '{}') as { content: string; at: number };
        return { key: name.slice(prefix.length), content, at, state: 'sending' };
      })
      .sort((a, b) => b.at - a.at);
  }
}

const slot = (userId: string, key: string) => `unsent/${userId}/${key}`;
