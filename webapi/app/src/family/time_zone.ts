import { hereZone } from '../browser/here_zone';
import type { Api } from '../sync/api';
import type { Person } from '../sync/person';

/** Sets the family's time zone, by default that of this device; with ifNone, only if there is none. */
export async function setTimeZone(
  { api, person }: { api: Pick<Api, 'http'>; person: Person },
  { wanted = hereZone(), ifNone = false },
): Promise<void> {
  const { me } = person;
  const id = person.family.peek();
  const body = { timeZone: wanted, ifNone };
  const { timeZone } = await api.http.json<{ timeZone: string }>('PATCH', '/api/family', { body });
  if (me.value?.family.id === id) me.value = { ...me.value, family: { ...me.value.family, timeZone } };
}
