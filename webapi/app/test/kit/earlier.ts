import { wrap } from 'idb';
import type { Snapshot } from '../../src/sync/store/store';

/** Makes the database of an earlier version, in which u1 was signed in last and has these changes. */
export async function earlierDatabase(
  device: IDBFactory,
  snapshot: Snapshot | undefined,
  ...changes: object[]
): Promise<void> {
  const request = device.open('voicememo', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('changes', { keyPath: ['userId', 'key'] });
    for (const name of ['snapshots', 'meta']) request.result.createObjectStore(name);
  };
  const db = (await wrap(request))!;
  for (const change of changes) await db.put('changes', { ...change, userId: 'u1' });
  if (snapshot) {
    await db.put('snapshots', snapshot, 'u1');
    await db.put('meta', 'u1', 'person');
  }
  db.close();
}
