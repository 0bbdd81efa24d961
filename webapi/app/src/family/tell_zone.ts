import { computed, effect } from '@preact/signals';
import type { Api } from '../sync/api';
import type { Person } from '../sync/person';

/** Sends this device's time zone for a family without one, once for each family until the page ends. */
export function tellZone(page: { api: Pick<Api, 'http'>; person: Person }, ended: AbortSignal): void {
  const { session, me, family } = page.person;
  const unknown = computed(() => session.value === 'in' && !me.value?.family.timeZone && family.value);
  const tell = () => {
    if (unknown.value)
      import('./time_zone').then((part) => part.setTimeZone(page, { ifNone: true })).catch(() => undefined); // the next visit sends it
  };
  ended.addEventListener('abort', effect(tell));
}
