import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type Memo } from '../src/api';
import { Outbox } from '../src/outbox';

/** A browser's storage. */
function storageOf(items = new Map<string, string>()) {
  return {
    get length() { return items.size; },
    key: (i: number) => [...items.keys()][i] ?? null,
    getItem: (k: string) => items.get(k) ?? null,
    setItem: (k: string, v: string) => void items.set(k, v),
    removeItem: (k: string) => void items.delete(k),
  };
}

/** An outbox of u1 whose server answers as told, one answer after the other, then well. */
function outboxWith(answers: (ApiError | undefined)[], storage = storageOf()) {
  const tries: { content: string; key: string }[] = [];
  const sent: string[] = [];
  const failed: number[] = [];
  const outbox = new Outbox({
    storage,
    async addMemo(content, key) {
      tries.push({ content, key });
      const error = answers.shift();
      if (error) throw error;
      return { id: key, content } as Memo;
    },
    sent: (memo) => sent.push(memo.content),
    failed: (error) => failed.push(error.status),
  });
  outbox.open('u1');
  return { outbox, tries, sent, failed, storage };
}

const offline = () => new ApiError(0, 'offline', '');
const settled = () => new Promise((done) => setImmediate(done));

test('a memo shows at once and goes when the server has it', async () => {
  const { outbox, sent, storage } = outboxWith([]);
  const adding = outbox.add('milk');
  assert.deepEqual(outbox.items.value.map((i) => [i.content, i.state]), [['milk', 'sending']]);
  assert.equal(outbox.busy, true);
  assert.equal(storage.length, 1);
  await adding;
  assert.deepEqual(outbox.items.value, []);
  assert.deepEqual(sent, ['milk']);
  assert.equal(storage.length, 0);
});

test('a failed memo stays and is tried again under the same key', async () => {
  const { outbox, tries, failed, sent, storage } = outboxWith([offline(), new ApiError(503, 'unavailable', 'x')]);
  await outbox.add('milk');
  const [item] = outbox.items.value;
  assert.equal(item?.state, 'failed');
  assert.equal(storage.length, 1);
  await outbox.retry(item!.key);
  assert.equal(outbox.items.value[0]?.error?.status, 503);
  await outbox.retry(item!.key);
  assert.deepEqual(outbox.items.value, []);
  assert.equal(tries.length, 3);
  assert.equal(new Set(tries.map((t) => t.key)).size, 1);
  assert.deepEqual([failed, sent], [[0, 503], ['milk']]);
});

test('what is being sent is not sent a second time', async () => {
  const { outbox, tries } = outboxWith([]);
  const adding = outbox.add('milk');
  await outbox.retry(outbox.items.value[0]!.key);
  await adding;
  assert.equal(tries.length, 1);
});

test('only what may succeed is tried again by itself', async () => {
  const { outbox, sent } = outboxWith([new ApiError(400, 'invalid', ''), offline(), new ApiError(401, 'unauthenticated', '')]);
  await outbox.add('refused');
  await outbox.add('offline');
  await outbox.add('signed out');
  outbox.retryPassing();
  await settled();
  assert.deepEqual(sent.sort(), ['offline', 'signed out']);
  assert.deepEqual(outbox.items.value.map((i) => i.content), ['refused']);
});

test('a memo taken back gives its text and is forgotten', async () => {
  const { outbox, storage } = outboxWith([offline()]);
  await outbox.add('milk');
  assert.equal(outbox.takeBack(outbox.items.value[0]!.key), 'milk');
  assert.deepEqual([outbox.items.value.length, storage.length], [0, 0]);
});

test('unsent memos outlive the page, newest first, with their keys', async () => {
  const before = outboxWith([offline(), offline()]);
  await before.outbox.add('one');
  await before.outbox.add('two');
  const after = outboxWith([], before.storage);
  await settled();
  assert.deepEqual(after.sent.sort(), ['one', 'two']);
  assert.deepEqual(after.tries.map((t) => t.key).sort(), before.tries.map((t) => t.key).sort());
  assert.equal(before.storage.length, 0);
});

test('another person does not get them', async () => {
  const { outbox, tries, storage } = outboxWith([offline()]);
  await outbox.add('mine');
  outbox.open('u2');
  assert.deepEqual(outbox.items.value, []);
  assert.deepEqual([tries.length, storage.length], [1, 1]);
});

test('a browser that refuses storage still sends', async () => {
  const storage = { ...storageOf(), length: 0, setItem: () => { throw new Error('QuotaExceededError'); } };
  const { outbox, sent } = outboxWith([], storage);
  await outbox.add('milk');
  assert.deepEqual(sent, ['milk']);
});
