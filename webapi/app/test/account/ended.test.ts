import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

/** Longer than changes are gathered before a snapshot is written, in milliseconds. */
const longerThanGathered = 300;

/** Opens a page of u1, whose session the server ends while u1 is writing. */
async function openEnded(t: TestContext): Promise<Open> {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const open = await openSignedIn(t, { world });
  const { page, tab } = open;
  page.draft.value = 'half a thought';
  world.who = '';
  await page.memos.add('written too late');
  await until(() => page.person.session.value === 'out', 'the session did not end');
  await until(() => tab.left.length > 0, 'the page has its memory');
  return open;
}

test('a session that ended leaves nothing to read, keeps the unsent texts, and says so', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const {
    page: { draft, lists, sessionEnds, person },
    kept,
    streams,
    tab,
  } = await openEnded(t);
  const end = sessionEnds.last.value;
  assert.deepEqual([end?.why, end?.unsent, draft.value], ['ended', 2, '']);
  assert.deepEqual([person.me.value, lists.memos.value.length, lists.changes.value.length], [null, 0, 0]);
  assert.equal(streams.at(-1)!.readyState, 2);
  vi.advanceTimersByTime(longerThanGathered);
  await turns();
  assert.deepEqual([await kept.person(), await kept.snapshot('u1')], ['', undefined]);
  assert.deepEqual(
    (await kept.alter('u1', (queue) => queue)).map((c) => c.content),
    ['written too late'],
  );
  assert.deepEqual(tab.left, ['/']); // a page without a memory
});

test('another person neither sees nor sends it', async (t) => {
  const {
    page: { draft, lists, sessionEnds, person, search, session },
    world,
  } = await openEnded(t);
  search.query.value = { text: 'presents', author: '' };
  world.who = 'u2';
  const arrived = world.server.arrived.length;
  await session.look(true);
  assert.deepEqual([person.session.value, person.me.value?.user.userId, lists.unsent.value], ['in', 'u2', 0]);
  assert.equal(world.server.arrived.length, arrived);
  assert.deepEqual([draft.value, sessionEnds.last.value], ['', null]);
  search.query.value = { text: '', author: '' };
  draft.value = 'of u2';
  await session.look(true);
  assert.equal(draft.value, 'of u2');
});

test('its writer does, after signing in again, wherever that happened', async (t) => {
  const {
    page: { draft, person, search, session },
    tab,
    texts,
    world,
  } = await openEnded(t);
  world.who = 'u2';
  await session.look(true);
  search.query.value = { text: 'presents', author: '' };
  draft.value = 'of u2';
  world.who = 'u1';
  tab.event('focus');
  await until(() => world.server.texts().includes('written too late'), 'it was not sent');
  await until(() => person.me.value?.user.userId === 'u1' && texts().includes('written too late'), 'it is not shown');
  assert.deepEqual([draft.value, search.query.value.text], ['half a thought', '']);
});

test('a sign-out wipes the data of the person at once, and is sent when the server is back', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const {
    page: { draft, ending, lists, memos, sessionEnds, person, session },
    browser,
    kept,
    tab,
    world,
  } = await openSignedIn(t);
  world.server.put(memoOf('m1', 'eggs', 1000));
  await session.look(true);
  assert.equal(lists.memos.value.length, 1);
  draft.value = 'half a thought';
  world.reachable = false;
  await memos.add('unsent');
  world.asked = [];
  await ending.signOut('here');
  assert.deepEqual(
    [person.session.value, draft.value, lists.memos.value.length, person.me.value],
    ['out', '', 0, null],
  );
  assert.deepEqual([await kept.person(), await kept.alter('u1', (queue) => queue)], ['', []]);
  const end = () => sessionEnds.last.value;
  assert.deepEqual([end()?.why, end()?.due, tab.left], ['signedOut', 'here', []]); // a page that is not kept stays
  assert.doesNotMatch([...browser.items.values()].join(), /u1|eggs|unsent|half/);
  vi.advanceTimersByTime(longerThanGathered);
  await turns();
  assert.deepEqual([await kept.person(), await kept.snapshot('u1')], ['', undefined]);
  await session.look(true);
  tab.event('focus');
  world.reachable = true;
  for (const event of ['online', 'focus', 'online']) tab.event(event);
  await session.look(true);
  await until(() => !end()?.due, 'the server was not told');
  assert.equal(world.who, '');
  await until(() => tab.left.length > 0, 'the page has its memory');
  await turns();
  assert.deepEqual(
    world.asked.filter((a) => a.startsWith('POST')),
    ['POST /auth/logout'],
  );
  assert.deepEqual([world.asked[0], person.session.value], ['POST /auth/logout', 'out']);
});
