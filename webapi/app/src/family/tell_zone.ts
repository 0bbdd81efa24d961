import { effect } from '@preact/signals';
import { hereZone } from '../browser/here_zone';
import { ApiError } from '../sync/model';
import type { Person } from '../sync/person';
import type { FamilyActions } from './actions';

/** Tells this device's time zone to a family that has none, once for each family until the page ends. */
export function tellZone(person: Person, actions: FamilyActions, ended: AbortSignal): void {
  let told = '';
  const stop = effect(() => {
    const family = person.session.value === 'in' ? person.me.value?.family : undefined;
    if (!family || family.timeZone || told === family.id) return;
    told = family.id;
    actions.setTimeZone(hereZone(), true).catch((e: unknown) => {
      if (e instanceof ApiError && e.status === 0) told = ''; // the next look tells it
    });
  });
  ended.addEventListener('abort', stop);
}
