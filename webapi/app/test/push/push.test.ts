import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Modules } from '../../src/components/modules';
import { deviceName } from '../../src/push/device';
import { Push } from '../../src/push/push';
import { abilityOf, type PushBrowser } from '../../src/push/subscription';
import type { Member } from '../../src/sync/model';
import { FakeBrowser } from '../kit/browser';
import { worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';
import { FakePush, type OpenPush, openPush, toldOf } from './kit';

const slot = 'module/push';

/** Opens a page and registers its device for notifications. */
async function openTold(...[t, opening]: Parameters<typeof openPush>): Promise<OpenPush> {
  const open = await openPush(t, opening);
  assert.equal(await open.push.switchOn(), 'on');
  open.told.asked = [];
  return open;
}

test('the permission is asked for by the tap and not before, and the device is added with its time zone', async (t) => {
  const { push, told, device, browser } = await openPush(t);
  await push.load();
  await turns();
  assert.deepEqual([device.questions, device.made, told.asked], [0, 0, ['GET /api/me/notifications']]);
  told.timeZone = 'Europe/Berlin';
  assert.equal(await push.switchOn(), 'on');
  assert.deepEqual([device.questions, device.made, told.devices.length, told.timeZone], [1, 1, 1, 'Asia/Tokyo']);
  assert.deepEqual(JSON.parse(browser.items.get(slot)!), { userId: 'u1', id: 'd1', endpoint: 'https://push.test/1' });
  assert.deepEqual([push.kept.value?.id, push.notifications.value?.devices[0]?.id], ['d1', 'd1']);
});

test('switching a device on also turns notifications on if they were off', async (t) => {
  const { push, told } = await openPush(t, { told: { ...toldOf(), what: 'none' } });
  await push.switchOn();
  assert.equal(told.what, 'all');
});

test('a second device leaves the choices as they are', async (t) => {
  const other = { id: 'd9', name: 'Other', kind: 'web', addedAt: '2026-11-01T00:00:00.000Z' };
  const told = { ...toldOf(), what: 'family' as const, timeZone: 'Europe/Berlin', devices: [other] };
  const { push } = await openPush(t, { told });
  await push.load();
  await push.switchOn();
  assert.deepEqual([told.what, told.timeZone], ['family', 'Europe/Berlin']);
});

test('a person who refuses gets no notifications, and the page knows it', async (t) => {
  const { push, told, device, browser } = await openPush(t);
  device.answer = 'denied';
  assert.equal(await push.switchOn(), 'refused');
  assert.deepEqual([told.asked, browser.items.has(slot), push.ability.value], [[], false, 'denied']);
});

test('a permission that is changed in the browser is heard of, or learned when the settings are opened', async (t) => {
  const { push, device } = await openPush(t);
  await turns();
  const heard: string[] = [];
  for (const permission of ['denied', 'granted'] as const) {
    device.permit(permission);
    heard.push(push.ability.value);
  }
  assert.deepEqual(heard, ['denied', 'yes']);
  device.permission = 'denied';
  await push.load();
  assert.equal(push.ability.value, 'denied');
});

test('an unreachable push service has an error of its own', async (t) => {
  const { push, told, device, browser } = await openPush(t);
  device.reachable = false;
  assert.equal(await push.switchOn(), 'unreachable');
  assert.deepEqual([told.devices, browser.items.has(slot)], [[], false]);
});

test('signing out ends the subscription, deletes the device while the session lasts, and closes its notifications', async (t) => {
  const { page, told, device, browser, world } = await openTold(t);
  let closed = 0;
  device.shown = [{ close: () => closed++ }];
  await page.ending.signOut('here');
  await until(() => world.who === '', 'the server was not told');
  await turns();
  assert.deepEqual(told.asked, ['DELETE /api/me/devices/d1']);
  assert.deepEqual([told.devices, device.subscription, browser.items.has(slot), closed], [[], null, false, 1]);
});

test('signing out does not wait for the push service or the server', async (t) => {
  const { page, device, browser, world } = await openTold(t);
  world.reachable = false;
  device.subscription!.unsubscribe = () => new Promise(() => undefined);
  await page.ending.signOut('here');
  await turns();
  assert.deepEqual([page.person.session.value, browser.items.has(slot)], ['out', false]);
});

test('a session that the server has ended leaves no subscription, and the server is asked nothing', async (t) => {
  const { page, told, device, browser } = await openTold(t);
  page.ending.over();
  await turns();
  assert.deepEqual([told.asked, device.subscription, browser.items.has(slot)], [[], null, false]);
});

test('another person on the same device does not get the first one’s notifications', async (t) => {
  const { browser, device, told, page } = await openTold(t);
  page.close();
  await openPush(t, { browser, device, told, world: worldOf({ who: 'u2' }) });
  await until(() => device.subscription === null, 'the subscription is still there');
  assert.equal(browser.items.has(slot), false);
});

test('a visit adds nothing for a person who has signed in since the page learned who it is', async (t) => {
  const { page, told, device, browser, world } = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
  page.person.unsure(); // as when it was opened with the stored lists
  world.who = 'u2';
  Object.assign(told, { devices: [], signIn: 's2' });
  new Push(page).follow(page.ended);
  await until(() => !browser.items.has(slot), 'it is still kept');
  await turns();
  assert.deepEqual([told.asked, told.devices, device.subscription], [[], [], null]);
});

/** Closes a page and opens the next one on its device. */
async function again(t: Parameters<typeof openPush>[0], before: OpenPush): Promise<OpenPush> {
  const { browser, device, told, world } = before;
  before.page.close();
  await turns();
  told.asked = [];
  const open = await openPush(t, { browser, device, told, world });
  await until(() => told.asked.length >= 2, 'the server was not asked');
  await turns();
  return open;
}

test('a visit at which nothing has changed adds nothing', async (t) => {
  const open = await again(t, await openTold(t));
  assert.deepEqual(open.told.asked.sort(), ['GET /api/me/devices/key', 'GET /api/me/notifications']);
  assert.deepEqual([open.device.made, open.push.kept.value?.id], [1, 'd1']);
});

test('a page on an unregistered device sends no request at a visit', async (t) => {
  const { told } = await openPush(t);
  await turns();
  assert.deepEqual(told.asked, []);
});

for (const [what, change] of [
  ['the server has another key', ({ told }: OpenPush) => void (told.key = 'BAUG')],
  ['the browser has another subscription', ({ told, device }: OpenPush) => void device.renew(told.key)],
  ['the browser has no subscription any more', ({ device }: OpenPush) => void (device.subscription = null)],
  [
    'the subscription has run out',
    ({ device }: OpenPush) => void Object.assign(device.subscription!, { expirationTime: 1 }),
  ],
] as const) {
  test(`a visit brings the server up to date if ${what}`, async (t) => {
    const before = await openTold(t);
    change(before);
    const { told, device, browser } = await again(t, before);
    assert.ok(told.asked.includes('POST /api/me/devices'), `it asked ${told.asked}`);
    assert.deepEqual([told.devices.length, device.made, device.questions], [1, 2, 1]);
    assert.equal(JSON.parse(browser.items.get(slot)!).endpoint, device.subscription?.endpoint);
  });
}

const againSlot = `${slot}/again`;

for (const [how, end] of [
  ['while the page was closed', async ({ page }: OpenPush) => page.close()],
  ['while the page was open', async ({ page }: OpenPush) => (page.ending.over(), turns())],
] as const) {
  test(`a session that ended ${how} comes back with its notifications`, async (t) => {
    const before = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
    await end(before);
    Object.assign(before.told, { devices: [], signIn: 's2' });
    const { told, device, browser, push } = await again(t, before);
    assert.ok(told.asked.includes('POST /api/me/devices'), `it asked ${told.asked}`);
    assert.deepEqual([device.questions, device.subscription === null, push.on.value], [1, false, true]);
    assert.deepEqual([JSON.parse(browser.items.get(slot)!).signIn, browser.items.has(againSlot)], ['s2', false]);
  });
}

test('the module is loaded for what comes back at a sign-in', async (t) => {
  const { page, browser } = await openPush(t);
  const loaded: string[] = [];
  const load = (name: string) => async () => ({ start: () => (loaded.push(name), { Settings: () => null }) });
  const wake = () => new Modules({ push: load('push'), other: load('other') }, page, {} as never).wake();
  await wake();
  assert.deepEqual(loaded, []);
  browser.items.set(againSlot, 'u1');
  await wake();
  assert.deepEqual(loaded, ['push']);
});

test('a device of another sign-in that has not ended moves to this one', async (t) => {
  const before = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
  before.told.signIn = 's2';
  const { told, device } = await again(t, before);
  assert.ok(told.asked.includes('POST /api/me/devices'), `it asked ${told.asked}`);
  assert.deepEqual([told.devices.length, device.made], [1, 1]);
});

test('what ended by itself comes back neither for another person, nor without the permission', async (t) => {
  for (const change of [
    ({ device }: OpenPush) => void (device.permission = 'default'),
    (before: OpenPush) => void (before.world = worldOf({ who: 'u2' })),
  ]) {
    const before = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
    before.page.ending.over();
    await turns();
    assert.equal(before.browser.items.get(againSlot), 'u1');
    before.page.close();
    Object.assign(before.told, { devices: [], signIn: 's2' });
    change(before);
    const { browser, device, told, world } = before;
    await openPush(t, { browser, device, told, world });
    await until(() => !browser.items.has(againSlot), 'it is still kept');
    await turns();
    assert.deepEqual([told.devices, device.subscription, device.questions], [[], null, 1]);
  }
});

test('a device that a person removed does not come back', async (t) => {
  const before = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
  before.page.ending.over();
  await turns();
  assert.equal(before.browser.items.get(againSlot), 'u1');
  const { browser, device, told, world } = before;
  before.page.close();
  const { page } = await openTold(t, { browser, device, told, world });
  await page.ending.signOut('here');
  await turns();
  assert.deepEqual([browser.items.has(slot), browser.items.has(againSlot), device.subscription], [false, false, null]);
});

test('a device that was removed elsewhere is not added again at a visit', async (t) => {
  const before = await openTold(t);
  before.told.devices = [];
  const { told, device, browser } = await again(t, before);
  assert.deepEqual([told.devices, device.subscription, browser.items.has(slot)], [[], null, false]);
  const signedIn = await openTold(t, { told: { ...toldOf(), signIn: 's1' } });
  signedIn.told.devices = [];
  const next = await again(t, signedIn);
  assert.deepEqual([next.told.devices, next.device.subscription], [[], null]);
});

test('a permission that was taken back removes the device at a visit', async (t) => {
  const before = await openTold(t);
  before.device.permission = 'denied';
  const { told, device, browser } = await again(t, before);
  assert.deepEqual([told.devices, device.subscription, browser.items.has(slot)], [[], null, false]);
});

test('this device can be removed in the list, and so can another one', async (t) => {
  const open = await openTold(t);
  const { push, told, device, browser } = open;
  told.devices.push({ id: 'd2', name: 'Other', kind: 'web', addedAt: '2026-11-01T00:00:00.000Z' });
  await push.load();
  await push.remove('d2');
  assert.deepEqual([push.notifications.value?.devices.map(({ id }) => id), !!device.subscription], [['d1'], true]);
  await push.remove('d1');
  assert.deepEqual([told.devices, device.subscription, browser.items.has(slot)], [[], null, false]);
  assert.deepEqual([push.kept.value, push.notifications.value?.devices], [null, []]);
});

test('a device that was removed elsewhere is shown as off when the settings are opened', async (t) => {
  const { push, told, browser } = await openTold(t);
  assert.equal(push.on.value, true);
  told.devices = [];
  await push.load();
  assert.equal(push.on.value, false);
  assert.equal(await push.switchOn(), 'on');
  assert.equal(push.on.value, true);
  browser.items.delete(slot); // by another tab
  await push.load();
  assert.equal(push.on.value, false);
});

test('the choices and the devices are known after a visit, and forgotten at the sign-out', async (t) => {
  const { push, page } = await again(t, await openTold(t));
  assert.deepEqual(
    push.notifications.value?.devices.map(({ id }) => id),
    ['d1'],
  );
  await page.ending.signOut('here');
  assert.equal(push.notifications.value, null);
});

test('a choice that is made while another one is being stored is stored with it', async (t) => {
  const { push, told } = await openTold(t);
  const stored = [push.choose({ quietFrom: 5 }), push.choose({ quietTo: 6 }), push.choose({ what: 'family' })];
  const read = push.load();
  const { what, quietFrom, quietTo } = push.notifications.value!;
  assert.deepEqual([what, quietFrom, quietTo], ['family', 5, 6]);
  await Promise.all([...stored, read]);
  assert.deepEqual(
    [told.what, told.quietFrom, told.quietTo, push.notifications.value?.what],
    ['family', 5, 6, 'family'],
  );
  assert.equal(told.asked.filter((asked) => asked.startsWith('PUT')).length, 2);
});

test('a device that is removed while the devices are being read does not come back', async (t) => {
  const { push, told } = await openTold(t);
  const read = push.load();
  told.devices.push({ id: 'd2', name: 'Other', kind: 'web', addedAt: '2026-11-01T00:00:00.000Z' });
  await Promise.all([read, push.remove('d1'), push.choose({ quietTo: 6 })]);
  assert.deepEqual([push.notifications.value?.devices.map(({ id }) => id), told.quietTo], [['d2'], 6]);
});

test('choices that the server refuses are shown as they were', async (t) => {
  const { push, world } = await openTold(t);
  world.reachable = false;
  await assert.rejects(Promise.all([push.choose({ quietFrom: 5 }), push.choose({ quietTo: 6 })]));
  assert.deepEqual([push.notifications.value?.quietFrom, push.notifications.value?.quietTo], [22, 7]);
  world.reachable = true;
  await push.choose({ quietFrom: 5 });
  assert.equal(push.notifications.value?.quietFrom, 5);
});

test('notifications are closed when the person looks at the page', async (t) => {
  const { device, tab } = await openTold(t);
  let closed = 0;
  tab.see(false);
  device.shown = [{ close: () => closed++ }];
  await turns();
  assert.equal(closed, 0);
  tab.see(true);
  await until(() => closed === 1, 'it is still shown');
});

test('a tapped notification shows its memo in the window that is there', async (t) => {
  const { device, page } = await openTold(t);
  page.places.goTo('trash');
  page.search.query.value = { text: 'milk', author: '' };
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<unknown>((done) => (port1.onmessage = ({ data }) => done(data)));
  const message = Object.assign(new Event('message'), { data: { open: '/memos/m%2F1' }, ports: [port2] });
  device.worker.dispatchEvent(message);
  assert.equal(await answered, 'shown');
  port1.close();
  assert.deepEqual(
    [page.places.place.value, page.places.named.value, page.search.query.value.text],
    ['memos', 'm/1', ''],
  );
  const earlier = { data: { open: '/?memo=m%2F2' }, ports: [] }; // of a server before the address of a memo
  device.worker.dispatchEvent(Object.assign(new Event('message'), earlier));
  assert.equal(page.places.named.value, 'm/2');
  for (const data of [undefined, {}, { open: 7 }])
    device.worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] }));
  device.worker.dispatchEvent(Object.assign(new Event('message'), { data: { open: '/family' }, ports: [] }));
  assert.deepEqual([page.places.place.value, page.places.named.value], ['family', '']);
});

test('the quiet hours can be chosen without a device for an Echo that keeps them', async (t) => {
  const { push, page } = await openPush(t);
  const me = page.person.me.value!;
  const keeps = (isOwner: boolean, ...echos: (string | undefined)[]): boolean => {
    const members = echos.map((addedBy, i) => ({ ...me.user, userId: `e${i}`, source: 'alexa', addedBy }) as Member);
    const family = { ...me.family, members: [me.user, ...members] };
    page.person.me.value = { ...me, user: { ...me.user, isOwner }, family };
    return push.keepsEcho.value;
  };
  assert.deepEqual(
    [keeps(true), keeps(true, undefined), keeps(false, undefined), keeps(false, 'u9'), keeps(false, 'u9', 'u1')],
    [false, true, false, false, true],
  );
});

test('the state of a browser', () => {
  const tab = new FakeBrowser().open();
  const device = new FakePush();
  const browser: PushBrowser = tab.window;
  assert.deepEqual([abilityOf(browser, false), abilityOf(browser, true)], ['never', 'install']);
  device.fit({ tab });
  assert.equal(abilityOf(browser, true), 'yes');
  device.permission = 'denied';
  assert.equal(abilityOf(browser, false), 'denied');
  browser.isSecureContext = false;
  assert.equal(abilityOf(browser, true), 'insecure');
});

for (const [agent, touchPoints, name] of [
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    5,
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    5,
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    5,
    'Safari, iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    0,
    'Safari, Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    0,
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5, 'Firefox, Android'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    5,
    'Samsung Internet, Android',
  ],
  ['', 0, 'Browser'],
] as const) {
  test(`a device is called ${name}`, () => assert.equal(deviceName(agent, touchPoints), name));
}
