import { useEffect, useId, useRef } from 'preact/hooks';
import { type Action, useAction } from '../components/action';
import { Choice } from '../components/choice';
import { LaterIcon } from '../components/later_icon';
import { Outcome } from '../components/outcome';
import { usePage } from '../components/page_context';
import type { FamilyMessages, Messages } from '../messages';
import { dayOf } from '../messages/moment';
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
  const action = useAction();
  const id = useId();
  useEffect(() => void action.run(() => push.load()), []);
  const told = push.notifications.value;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true }); // the button that was used is gone
  }, [push.kept.value, told?.devices.length]);
  return (
    <>
      <section ref={box} tabIndex={-1} aria-labelledby={id} aria-busy={action.busy.value} data-testid="push">
        <h3 class="block-title" id={id}>
          {t.push}
        </h3>
        <ThisDevice push={push} t={t} action={action} />
        <Outcome action={action} />
      </section>
      {told && told.devices.length > 0 && (
        <>
          <What push={push} t={t} action={action} told={told} />
          <Quiet push={push} t={t} action={action} told={told} />
          <Devices push={push} t={t} action={action} told={told} />
        </>
      )}
    </>
  );
}

/** Switches notifications on, or says why that is not possible here. */
function ThisDevice({ push, t, action }: Props & { action: Action }) {
  const { notices } = usePage();
  const ability = push.ability.value;
  const on = push.kept.value;
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
  if (on) return <p class="block padded">{t.pushIsOn}</p>;
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
  action: Action;
  told: Told;
}

/** Stores changed choices. */
function choose({ push, t, action, told }: ToldProps, change: Partial<Choices>): void {
  const { devices: _, ...choices } = told;
  void action.run(async () => {
    await push.choose({ ...choices, ...change });
    action.report(t.pushSaved);
  });
}

function What(props: ToldProps) {
  const { t, told } = props;
  return (
    <Choice
      title={t.pushWhat}
      choices={[
        ['all', t.pushAll],
        ['family', t.pushFamily],
        ['none', t.pushNone],
      ]}
      chosen={told.what}
      choose={(what) => what !== told.what && choose(props, { what })}
      testid="push-what"
    />
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** From when to when there are no notifications. The hours are those of the device on which they are chosen. */
function Quiet(props: ToldProps) {
  const { t, told } = props;
  const { language } = usePage();
  const id = useId();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const hour = (name: string, field: 'quietFrom' | 'quietTo') => (
    <label class="setting">
      <span>{name}</span>
      <select
        value={told[field]}
        onChange={({ currentTarget }) => choose(props, { [field]: Number(currentTarget.value), timeZone })}
        data-testid={field}
      >
        {hours.map((h) => (
          <option key={h} value={h} selected={h === told[field]}>
            {h}:00
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
        <p class="setting hint">{t.pushQuietHint(zoneName(told.timeZone, language))}</p>
      </div>
    </section>
  );
}

/** What the people of a time zone call its time. */
function zoneName(timeZone: string, language: string): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  } catch {
    return timeZone; // the browser does not know it
  }
}

function Devices({ push, t, action, told }: ToldProps) {
  const { language } = usePage();
  const title = useId();
  const own = push.kept.value?.id;
  const remove = ({ id, name }: Device) =>
    void action.run(async () => {
      await push.remove(id).catch(unlessGone);
      action.report(t.pushRemoved(name));
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
    </section>
  );
}

/** A device that the server does not know has been removed. */
function unlessGone(e: unknown): void {
  if (!(e instanceof ApiError && e.status === 404)) throw e;
}
