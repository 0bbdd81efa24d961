import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tellZone } from '../../src/family/tell_zone';
import { ApiError } from '../../src/sync/model';
import { type Open, type Opening, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

/** Opens a page that sends its time zone, that of the tests. */
async function openTelling(...[t, opening]: Parameters<typeof openSignedIn>): Promise<Open> {
  const open = await openSignedIn(t, opening as Opening);
  tellZone(open.page, open.page.ended);
  return open;
}

const tellings = ({ world }: Open) => world.asked.filter((request) => request.startsWith('PATCH')).length;

test('the first browser sets the time zone, once, and the page shows it', async (t) => {
  const open = await openTelling(t);
  const { me } = open.page.person;
  await until(() => me.value?.family.timeZone === 'Asia/Tokyo', 'the zone is not known');
  await open.page.person.refresh();
  await turns();
  assert.deepEqual([open.world.zone, tellings(open)], ['Asia/Tokyo', 1]);
});

test('the zone of a family that has one is not set', async (t) => {
  const open = await openTelling(t, { world: worldOf({ zone: 'Europe/Berlin' }) });
  await turns();
  assert.deepEqual([open.world.zone, tellings(open)], ['Europe/Berlin', 0]);
});

test('a second browser shows the zone set by the first', async (t) => {
  const open = await openSignedIn(t);
  open.world.zone = 'Europe/Berlin'; // since the page sent its request
  tellZone(open.page, open.page.ended);
  await until(() => open.page.person.me.value?.family.timeZone === 'Europe/Berlin', 'the zone is not known');
  assert.equal(tellings(open), 1);
});

test('the zone of another family is set too', async (t) => {
  const { world, page } = await openTelling(t);
  await until(() => world.zone === 'Asia/Tokyo', 'it was not told');
  Object.assign(world, { family: 'another', zone: undefined });
  await page.person.refresh();
  await until(() => world.zone === 'Asia/Tokyo', 'the other family was not told');
});

test('a page that cannot set the zone goes on, and the next one sets it', async (t) => {
  const refuse = (request: string) => (request.startsWith('PATCH') ? new ApiError(503, 'unavailable') : undefined);
  const open = await openTelling(t, { world: worldOf({ refuse }) });
  await until(() => tellings(open) === 1, 'it was not tried');
  await open.page.person.refresh();
  await turns();
  assert.deepEqual([open.world.zone, tellings(open)], [undefined, 1]);
});
