import { hereZone } from '../browser/here_zone';
import type { Api } from '../sync/api';
import type { Person } from '../sync/person';

/** Sets where the family lives, this device's time zone unless told otherwise; with ifNone, only if it is not known. */
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
