import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { hereZone } from '../browser/here_zone';
import { type Action, useAction } from '../components/action';
import { ChoiceRow } from '../components/choice';
import { LaterIcon } from '../components/later_icon';
import { Outcome } from '../components/outcome';
import { usePage } from '../components/page_context';
import { RowIcon } from '../components/row_icon';
import { SheetRow } from '../components/sheet';
import { Switch } from '../components/switch';
import type { FamilyMessages, Messages } from '../messages';
import { dayOf } from '../messages/moment';
import { zoneName } from '../messages/zone_name';
import { ApiError } from '../sync/model';
import type { Choices, Device, Notifications as State } from './api';
import type { ja } from './messages/ja';
import type { Push } from './push';

interface Props {
  push: Push;
  t: Messages & FamilyMessages & typeof ja;
}

/** The settings about notifications: on this device, which and when, and the registered devices. */
export function Notifications({ push, t }: Props) {
  const reading = useAction(); // a failed read shows no sentence, which would move the settings under a finger
  const action = useAction(); // a tap is not lost while the choices are being read
  const id = useId();
  useEffect(() => void reading.run(() => push.load()), []);
  const current = push.notifications.value;
  const box = useRef<HTMLElement>(null);
  const before = useRef(current?.devices.length);
  useEffect(() => {
    const known = before.current !== undefined; // otherwise they have only been read
    before.current = current?.devices.length;
    if (known && document.activeElement === document.body) box.current?.focus({ preventScroll: true }); // the used button is gone
  }, [current?.devices.length]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={reading.busy.value || action.busy.value}
      data-testid="push"
    >
      <h2 class="block-title" id={id}>
        {t.push}
      </h2>
      <div class="block">
        <ThisDevice push={push} t={t} action={action} />
        <Outcome action={action} />
        {current && <Chosen push={push} t={t} current={current} />}
        {current && current.devices.length > 0 && <Devices push={push} t={t} current={current} />}
      </div>
    </section>
  );
}

/** Switches notifications on and off, or says why that is not possible here. */
function ThisDevice({ push, t, action }: Props & { action: Action }) {
  const { notices } = usePage();
  const ability = push.ability.value;
  if (ability !== 'yes') {
    const why = { denied: t.pushDenied, install: t.pushInstall, insecure: t.pushInsecure, never: t.pushNever };
    return (
      <p class="setting hint" data-testid="push-cannot">
        {why[ability]}
      </p>
    );
  }
  const turn = async (on: boolean) => {
    if (!on) return push.remove(push.kept.peek()!.id).catch(unlessGone);
    const came = await push.switchOn();
    if (came === 'on') notices.say(t.pushIsOn);
    else action.refuse(came === 'refused' ? t.pushRefused : t.pushUnreachable);
  };
  const change = async (box: HTMLInputElement) => {
    await action.run(() => turn(box.checked));
    box.checked = push.on.peek();
  };
  return (
    <Switch on={push.on.value} busy={action.busy.value} change={(box) => void change(box)} testid="push-on">
      <RowIcon name="bell" />
      {t.pushOn}
    </Switch>
  );
}

interface NotificationProps extends Props {
  current: State;
}

interface ChosenProps extends NotificationProps {
  choose(change: Partial<Choices>): void;
}

/** Which notifications the person gets, and when. A choice made while another is being stored is not lost; errors stand below both. */
function Chosen(props: NotificationProps) {
  const { push, t } = props;
  const { notices } = usePage();
  const action = useAction();
  const choose = (change: Partial<Choices>) => {
    const stored = push.choose(change);
    void action.run(() => stored.then(() => notices.say(t.pushSaved)));
  };
  const reached = push.reaches.value;
  return (
    <>
      {reached && <What {...props} choose={choose} />}
      {(reached || push.keepsEcho.value) && (
        <Quiet {...props} choose={choose} title={reached ? t.pushQuiet : t.pushQuietEcho} />
      )}
      <Outcome action={action} />
    </>
  );
}

function What({ t, current, choose }: ChosenProps) {
  return (
    <ChoiceRow
      icon={<RowIcon name="bellList" />}
      title={t.pushWhat}
      choices={[
        ['all', t.pushAll],
        ['family', t.pushFamily],
        ['none', t.pushNone],
      ]}
      chosen={current.what}
      choose={(what) => what !== current.what && choose({ what })}
      testid="push-what"
    />
  );
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour);

/** The quiet hours, in the time zone of the device on which they are chosen. */
function Quiet({ t, current, title, choose }: ChosenProps & { title: string }) {
  const { language } = usePage();
  const open = useSignal(false);
  const timeZone = hereZone();
  const hour = (name: string, field: 'quietFrom' | 'quietTo') => (
    <label class="setting">
      <span>{name}</span>
      <select
        value={current[field]}
        onChange={({ currentTarget }) => choose({ [field]: Number(currentTarget.value), timeZone })}
        data-testid={field}
      >
        {allHours.map((h) => (
          <option key={h} value={h} selected={h === current[field]}>
            {hourName(h, language)}
          </option>
        ))}
      </select>
    </label>
  );
  const hours = [current.quietFrom, current.quietTo].map((h) => hourName(h, language)).join('–');
  return (
    <>
      <SheetRow
        value={current.quietFrom === current.quietTo ? undefined : hours}
        expanded={open.value}
        onClick={() => (open.value = !open.value)}
        data-testid="push-quiet-open"
      >
        <RowIcon name="clock" />
        {title}
      </SheetRow>
      {open.value && (
        <div class="opened" role="group" aria-label={title}>
          {hour(t.pushFrom, 'quietFrom')}
          {hour(t.pushTo, 'quietTo')}
          <p class="hint">{t.pushQuietHint(zoneName(current.timeZone || timeZone, language))}</p>
        </div>
      )}
    </>
  );
}

/** A whole hour in the reader's language: "22:00", "10 PM". */
const hourName = (hour: number, language: string) =>
  new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    ...(language === 'ja' && { minute: '2-digit' }),
    timeZone: 'UTC',
  }).format(hour * 3_600_000);

function Devices({ push, t, current }: NotificationProps) {
  const { language, notices } = usePage();
  const action = useAction();
  const open = useSignal(false);
  const own = push.kept.value?.id;
  const remove = ({ id, name }: Device) =>
    void action.run(async () => {
      await push.remove(id).catch(unlessGone);
      notices.say(t.pushRemoved(name));
    });
  return (
    <>
      <SheetRow
        value={current.devices.length}
        expanded={open.value}
        onClick={() => (open.value = !open.value)}
        data-testid="push-devices-open"
      >
        <LaterIcon name="phone" />
        {t.pushDevices}
      </SheetRow>
      {open.value && (
        <ul class="opened" aria-label={t.pushDevices}>
          {current.devices.map((device) => (
            <li key={device.id} class="person" data-testid="push-device">
              <span class="seal l cd">
                <LaterIcon name="phone" />
              </span>
              <div>
                <p class="name">
                  <b>{device.name}</b> {device.id === own && <span class="pill out">{t.thisDevice}</span>}
                </p>
                <p class="meta">{t.pushAdded(dayOf(device.addedAt, language))}</p>
              </div>
              <button
                type="button"
                class="button line"
                aria-label={t.pushRemoveNamed(device.name)}
                onClick={() => remove(device)}
                data-testid="push-remove"
              >
                {t.pushRemove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Outcome action={action} />
    </>
  );
}

/** A device that the server does not know has been removed. */
function unlessGone(e: unknown): void {
  if (!(e instanceof ApiError && e.status === 404)) throw e;
}
