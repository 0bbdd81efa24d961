import assert from 'node:assert/strict';
import { test } from 'vitest';
import { catalogues } from '../../src/messages';
import type { Member } from '../../src/sync/model';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const t = catalogues.en;
const facts = ({ page }: Open) => page.notices.facts.value.map(({ text }) => text);
const hanako: Member = { userId: 'u2', name: 'Hanako', isOwner: false, source: 'google' };

test('a removal is shown with the owner’s name, also after a reload, until it is closed on this device', async (of) => {
  const world = worldOf({ members: [hanako] });
  const open = await openSignedIn(of, { world });
  const { browser } = open;
  Object.assign(world, { members: [], family: 'f2', removedBy: 'u2' });
  await open.page.person.refresh();
  assert.deepEqual(facts(open), [t.removedYou('F', 'Hanako')]);
  const again = await openSignedIn(of, { world, browser });
  assert.deepEqual(facts(again), [t.removedYou('F', 'Hanako')]);
  const [fact] = again.page.notices.facts.value;
  again.page.notices.take(fact);
  fact!.closed!();
  await again.page.person.refresh();
  assert.deepEqual([facts(again), facts(await openSignedIn(of, { world, browser }))], [[], []]);
  assert.deepEqual(facts(await openSignedIn(of, { world })), [t.removedBefore]); // on another device, without names
});

test('a page that starts with the stored former family does not show a closed removal again', async (of) => {
  const world = worldOf({ members: [hanako] });
  const { page, browser, kept } = await openSignedIn(of, { world });
  await until(async () => !!(await kept.snapshot('u1')), 'nothing was kept');
  page.close();
  const former = (await kept.snapshot('u1'))!;
  Object.assign(world, { members: [], family: 'f2', removedBy: 'u2' });
  const first = await openSignedIn(of, { world, browser });
  first.page.notices.facts.value[0]!.closed!();
  first.page.close();
  await kept.keep('u1', former);
  assert.deepEqual(facts(await openSignedIn(of, { world, browser })), []);
});

test('it goes with the next change of family, and its names with the session', async (of) => {
  const world = worldOf({ members: [hanako] });
  const open = await openSignedIn(of, { world });
  const { page, browser } = open;
  Object.assign(world, { members: [], family: 'f2', removedBy: 'u2' });
  await page.person.refresh();
  await page.ending.signOut('here');
  assert.deepEqual([facts(open), browser.items.has('removal')], [[], false]);
  const elsewhere = worldOf({ family: 'f2', removedBy: 'u2' });
  const later = await openSignedIn(of, { world: elsewhere });
  assert.deepEqual(facts(later), [t.removedBefore]);
  Object.assign(elsewhere, { family: 'f3', removedBy: undefined });
  await later.page.person.refresh();
  assert.deepEqual(facts(later), []);
});
