import type { ChangeApi } from '../../src/sync/kinds';
import { ApiError, type Deletion, type Memo } from '../../src/sync/model';

/** The fate of the next request: lost on the way, its answer lost on the way back, or refused. */
export type Fate = 'lost' | 'unheard' | ApiError;

/** The server's memos as its service keeps them, behind a network that loses requests and answers. */
export class FakeServer implements ChangeApi {
  readonly memos = new Map<string, Memo>();
  /** The fates of the next requests, in turn; later requests succeed. */
  fates: (Fate | undefined)[] = [];
  /** Whether the person may delete a memo of the trash permanently now. */
  mayRemove: (memo: Memo) => boolean = () => true;
  /** The reason to refuse the next request before it is done; undefined for none. */
  limit: () => ApiError | undefined = () => undefined;
  /** Each received request. */
  readonly arrived: string[] = [];
  /** The ids of memos of the trash that were not deleted: they have been done for some days. */
  readonly byAge = new Set<string>();
  /** The ids of memos that the lists show late. */
  readonly lagging = new Set<string>();
  /** The id of the memo that is added by a key. */
  idOf: (key: string) => string = () => `added${this.ids.size}`;
  /** Called after a request has done its work and before its answer. */
  arriving: () => Promise<void> = async () => undefined;
  private readonly ids = new Map<string, string>();

  addMemo = (content: string, key: string) =>
    this.serve(`add ${content}`, () => {
      const known = this.memos.get(this.ids.get(key) ?? '');
      if (known) {
        if (known.content !== content && known.version <= 1)
          throw new ApiError(409, 'conflict', { reason: 'key_reused' });
        return known;
      }
      this.ids.set(key, '');
      this.ids.set(key, this.idOf(key));
      return this.put(memoOf(this.ids.get(key)!, content, Date.now()));
    });

  editMemo = (id: string, content: string, version: number) =>
    this.serve(`edit ${content}`, () => {
      const memo = this.get(id);
      if (memo.deleted) throw new ApiError(409, 'conflict', { reason: 'in_trash', memo });
      this.match(memo, version);
      return this.put({ ...memo, content, version: version + 1 });
    });

  deleteMemo = (id: string, version: number) =>
    this.serve(`delete ${id}`, (): Deletion => {
      const memo = this.get(id);
      this.match(memo, version);
      if (!memo.deleted || this.byAge.delete(id)) {
        this.put({ ...memo, deleted: true, version: version + 1 });
        return { action: 'logical_delete' };
      }
      if (!this.mayRemove(memo)) throw new ApiError(403, 'forbidden', { reason: 'not_yet', detail: 'not yet' });
      this.memos.delete(id);
      return { action: 'physical_delete' };
    });

  done = (id: string, done: boolean, version: number) =>
    this.serve(`${done ? 'done' : 'reopen'} ${id}`, () => {
      this.match(this.get(id), version);
      const { doneAt: _, doneBy: __, ...memo } = this.get(id);
      if (memo.deleted) throw new ApiError(409, 'conflict', { reason: 'in_trash', memo });
      const marks = done ? { doneAt: new Date().toISOString(), doneBy: 'u1' } : {};
      return this.put({ ...memo, ...marks, version: version + 1 });
    });

  /** One memo, also of the trash. */
  memo = (id: string) => this.serve(`read ${id}`, () => this.get(id));

  restoreMemo = (id: string) =>
    this.serve(`restore ${id}`, () => {
      const memo = this.get(id);
      return memo.deleted ? this.put({ ...memo, deleted: false, version: memo.version + 1 }) : memo;
    });

  emptyTrash = () =>
    this.serve('empty', () => {
      const trash = [...this.memos.values()].filter((memo) => memo.deleted);
      const going = trash.filter((memo) => this.mayRemove(memo));
      for (const memo of going) this.memos.delete(memo.id);
      return { deleted: going.length, kept: trash.length - going.length };
    });

  /** Adds a memo by another member. */
  put(memo: Memo): Memo {
    this.memos.set(memo.id, memo);
    return memo;
  }

  /** Every text, those in the trash in brackets, in the order they came. */
  texts(): string[] {
    return [...this.memos.values()].map((m) => (m.deleted ? `(${m.content})` : m.content));
  }

  private async serve<T>(request: string, work: () => T): Promise<T> {
    const fate = this.fates.shift();
    await new Promise((done) => setImmediate(done));
    if (fate === 'lost') throw new ApiError(0, 'offline');
    if (fate instanceof ApiError) throw fate;
    const refusal = this.limit();
    if (refusal) throw refusal;
    this.arrived.push(request);
    const answer = work();
    await this.arriving();
    if (fate === 'unheard') throw new ApiError(0, 'offline');
    return answer;
  }

  private get(id: string): Memo {
    const memo = this.memos.get(id);
    if (!memo) throw new ApiError(404, 'not_found', { reason: 'memo' });
    return memo;
  }

  private match(memo: Memo, version: number): void {
    if (memo.version !== version) throw new ApiError(412, 'precondition_failed', { memo });
  }
}

/**
 * The server's limit of writes: so many per minute, twice as many in a burst; it answers when the next is possible in
 * whole seconds.
 */
export function writeLimit(perMinute: number, now: () => number, refused: () => void): () => ApiError | undefined {
  let [tokens, at] = [2 * perMinute, now()];
  return () => {
    tokens = Math.min(2 * perMinute, tokens + ((now() - at) * perMinute) / 60_000);
    at = now();
    if (tokens >= 1) return void tokens--;
    refused();
    const wait = Math.ceil(((1 - tokens) * 60) / perMinute) * 1000;
    return new ApiError(429, 'too_many', { reason: 'many_writes', retryAfter: wait, detail: 'That was a lot.' });
  };
}

/** A memo of u1 as the server returns it. */
export function memoOf(id: string, content: string, at: number, more: Partial<Memo> = {}): Memo {
  return {
    id,
    userId: 'u1',
    familyId: 'f1',
    content,
    timestamp: new Date(at).toISOString(),
    version: 1,
    deleted: false,
    createdByName: 'Taro',
    ...more,
  };
}
