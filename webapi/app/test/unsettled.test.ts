import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import './browser';
import type { Change } from '../src/sync/changes';
import { rewrite } from '../src/components/memos/unsettled';
import { draft } from '../src/memos/draft';
import { editing, edits } from '../src/memos/edits';
import { box } from '../src/memos/actions';
import { ApiError } from '../src/sync/model';
import { changes, me, memos, pages } from '../src/sync/lists';
import { memoOf } from './fake_server';

const milk = memoOf('m1', 'milk', 1000);
const refused: Change = {
  key: 'k1', kind: 'edit', memoId: 'm1', content: 'oat milk', version: 1, base: milk, at: 1, tries: 1,
  state: 'failed', error: new ApiError(404, 'not_found'),
};
const user = { userId: 'u1', name: 'Taro', isOwner: true, source: 'web' };

beforeEach(async () => {
  me.value = { user, family: { id: 'f1', name: 'F', members: [user] }, settings: {} };
  await box.open('u1');
  changes.value = [refused];
  draft.value = 'eggs';
  editing.value = null;
  edits.value = new Map();
});

test('a refused edit goes back into the editor of its memo', () => {
  pages.value = [{ cursor: '', limit: 50, nextCursor: '', etag: '', memos: [milk] }];
  rewrite(memos.value[0]!, refused);
  assert.deepEqual([editing.value, edits.value.get('m1')?.text, draft.value], ['m1', 'oat milk', 'eggs']);
});

test('a refused edit of a memo that is not there any more goes where new memos are written', () => {
  pages.value = [];
  rewrite(memos.value[0]!, refused);
  assert.deepEqual([editing.value, draft.value], [null, 'oat milk eggs']);
});
