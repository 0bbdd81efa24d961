/**
 * Removes a database that is in no bucket. Chromium drops records from its file only if the removal meets them in an
 * older part of it, so another database is made and removed first: that begins a new part.
 */
export async function erase(databases: IDBFactory, name: string): Promise<void> {
  const part = databases.open('part', 1);
  await done(part);
  part.result.close();
  for (const each of ['part', name]) await done(databases.deleteDatabase(each));
}

const done = (request: IDBRequest) =>
  new Promise<void>((resolve, reject) => {
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
