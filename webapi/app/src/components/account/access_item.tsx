import { knownUsed, mayOf, nameOf, partOf, usedOn } from '../../account/access';
import { dayOf } from '../../messages/moment';
import type { Access } from '../../sync/model';
import { Shape } from '../icon';
import { LaterIcon } from '../later_icon';
import { useRare } from '../rare_words';

/** A key. */
const keyShape = 'M8 9.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM11.3 11l8.2-7M15.5 7.4l3 3.2M8 13.8h.01';

interface ItemProps {
  access: Access;
  /** Confirms that the access ends. */
  ask: () => void;
}

/** A device or a program that acts for the person. */
export function AccessItem({ access, ask }: ItemProps) {
  const { t } = useRare();
  const name = nameOf(access, t);
  const part = partOf(access);
  const device = part === 'devices';
  return (
    <li class="person" data-testid="access-item">
      <span class="seal l cd">{device ? <LaterIcon name="phone" /> : <Shape d={keyShape} />}</span>
      <div>
        <p class="name">
          <b>{name}</b> {access.current && <span class="pill out">{t.thisDevice}</span>}
        </p>
        {device ? <AboutDevice access={access} /> : <AboutKey access={access} />}
      </div>
      {!access.current && (
        <button
          type="button"
          class="button line"
          aria-label={{ devices: t.endAccessOf, keys: t.endKeyOf, apps: t.endAppOf }[part](name)}
          onClick={ask}
          data-testid="access-end"
        >
          {device ? t.endAccess : t.endKey}
        </button>
      )}
    </li>
  );
}

function AboutDevice({ access: { since, lastUsed, current } }: { access: Access }) {
  const { t, language, clock } = useRare();
  const { now } = clock;
  return (
    <>
      <p class="meta">{t.signedInOn(dayOf(since, language))}</p>
      {!current && <p class="meta">{t.lastUsed(usedOn(lastUsed, now.value, t, language))}</p>}
    </>
  );
}

function AboutKey({ access }: { access: Access }) {
  const { t, language, clock } = useRare();
  const { now } = clock;
  const { since, lastUsed, expiresAt, host } = access;
  const ends = dayOf(expiresAt, language);
  const over = Date.parse(expiresAt ?? '') <= now.value;
  return (
    <>
      {host && <p class="meta danger">{t.appHost(host)}</p>}
      <p class="meta">{mayOf(access, t)}</p>
      <p class="meta">{(partOf(access) === 'apps' ? t.appSince : t.keySince)(dayOf(since, language))}</p>
      {knownUsed(access) && <p class="meta">{t.lastUsed(usedOn(lastUsed, now.value, t, language))}</p>}
      {ends && <p class={over ? 'meta danger' : 'meta'}>{over ? t.keyOver(ends) : t.keyUntil(ends)}</p>}
    </>
  );
}
