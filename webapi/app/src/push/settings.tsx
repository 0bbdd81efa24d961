import { useEffect, useId, useRef } from 'preact/hooks';
import { hereZone } from '../browser/here_zone';
import { type Action, useAction } from '../components/action';
import { Choice } from '../components/choice';
import { LaterIcon } from '../components/later_icon';
import { Outcome } from '../components/outcome';
import { usePage } from '../components/page_context';
import type { FamilyMessages, Messages } from '../messages';
import { dayOf } from '../messages/moment';
import { zoneName } from '../messages/zone_name';
import { ApiError } from '../sync/model';
import type { Choices, Device, Notifications as Told } from './api';
import type { ja } from './messages/ja';
import type { Push } from './push';

interface Props {
  push: Push;
  t: Messages & FamilyMessages & typeof ja;
}

/** The sections of the settings about notifications: this device, the choices, and the other devices. */
export function Notifications({ push, t }: Props) {
  const reading = useAction();
  const action = useAction(); // a tap is not lost while the choices are being read
  const id = useId();
  useEffect(() => void reading.run(() => push.load()), []);
  const told = push.notifications.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true }); // the button that was used is gone
  }, [push.on.value, told?.devices.length]);
  return (
    <>
      <section
        ref={box}
        tabIndex={-1}
        aria-labelledby={id}
        aria-busy={reading.busy.value || action.busy.value}
        data-testid="push"
      >
        <h3 class="block-title" id={id}>
          {t.push}
        </h3>
        <ThisDevice push={push} t={t} action={action} />
        <Outcome action={action} />
        <Outcome action={reading} />
      </section>
      {told && (told.devices.length > 0 || push.keepsEcho.value) && <Chosen push={push} t={t} told={told} />}
      {told && told.devices.length > 0 && <Devices push={push} t={t} told={told} />}
    </>
  );
}

/** Switches notifications on, or says why that is not possible here. */
function ThisDevice({ push, t, action }: Props & { action: Action }) {
  const { notices } = usePage();
  const ability = push.ability.value;
  const switchOn = () =>
    void action.run(async () => {
      const came = await push.switchOn();
      if (came === 'on') notices.say(t.pushIsOn);
      else action.refuse(came === 'refused' ? t.pushRefused : t.pushUnreachable);
    });
  if (ability !== 'yes') {
    const why = { denied: t.pushDenied, install: t.pushInstall, insecure: t.pushInsecure, never: t.pushNever };
    return (
      <p class="block padded hint" data-testid="push-cannot">
        {why[ability]}
      </p>
    );
  }
  if (push.on.value) return <p class="block padded">{t.pushIsOn}</p>;
  return (
    <div class="block padded">
      <p class="hint">{t.pushOnHint}</p>
      <button
        type="button"
        class="button main wide"
        aria-disabled={action.busy.value}
        onClick={switchOn}
        data-testid="push-on"
      >
        {t.pushOn}
      </button>
    </div>
  );
}

interface ToldProps extends Props {
  told: Told;
}

interface ChosenProps extends ToldProps {
  action: Action;
  choose(change: Partial<Choices>): void;
}

/** What the person is told of, and when. A choice that is made while another one is being stored is not lost; what went wrong stands below both. */
function Chosen(props: ToldProps) {
  const { push, t } = props;
  const { notices } = usePage();
  const action = useAction();
  const choose = (change: Partial<Choices>) => {
    const stored = push.choose(change);
    void action.run(() => stored.then(() => notices.say(t.pushSaved)));
  };
  return (
    <>
      {props.told.devices.length > 0 && <What {...props} action={action} choose={choose} />}
      <Quiet {...props} action={action} choose={choose} />
    </>
  );
}

function What({ t, told, choose }: ChosenProps) {
  return (
    <Choice
      title={t.pushWhat}
      choices={[
        ['all', t.pushAll],
        ['family', t.pushFamily],
        ['none', t.pushNone],
      ]}
      chosen={told.what}
      choose={(what) => what !== told.what && choose({ what })}
      testid="push-what"
    />
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** From when to when there are no notifications. The hours are those of the device on which they are chosen. */
function Quiet({ t, told, action, choose }: ChosenProps) {
  const { language } = usePage();
  const id = useId();
  const timeZone = hereZone();
  const hour = (name: string, field: 'quietFrom' | 'quietTo') => (
    <label class="setting">
      <span>{name}</span>
      <select
        value={told[field]}
        onChange={({ currentTarget }) => choose({ [field]: Number(currentTarget.value), timeZone })}
        data-testid={field}
      >
        {hours.map((h) => (
          <option key={h} value={h} selected={h === told[field]}>
            {hourName(h, language)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section>
      <h3 class="block-title" id={id}>
        {t.pushQuiet}
      </h3>
      <div class="block" role="group" aria-labelledby={id}>
        {hour(t.pushFrom, 'quietFrom')}
        {hour(t.pushTo, 'quietTo')}
        <p class="setting hint">{t.pushQuietHint(zoneName(told.timeZone || timeZone, language))}</p>
      </div>
      <Outcome action={action} />
    </section>
  );
}

/** How the reader writes a whole hour: "22:00", "10:00 PM". */
const hourName = (hour: number, language: string) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(hour * 3_600_000);

function Devices({ push, t, told }: ToldProps) {
  const { language, notices } = usePage();
  const action = useAction();
  const title = useId();
  const own = push.kept.value?.id;
  const remove = ({ id, name }: Device) =>
    void action.run(async () => {
      await push.remove(id).catch(unlessGone);
      notices.say(t.pushRemoved(name));
    });
  return (
    <section>
      <h3 class="block-title" id={title}>
        {t.pushDevices}
      </h3>
      <ul class="block" aria-labelledby={title}>
        {told.devices.map((device) => (
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
      <Outcome action={action} />
    </section>
  );
}

/** A device that the server does not know has been removed. */
function unlessGone(e: unknown): void {
  if (!(e instanceof ApiError && e.status === 404)) throw e;
}
