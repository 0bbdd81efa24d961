/** The places of the app, each with an address of its own. */
export const addresses = { memos: '/', family: '/family', you: '/you', trash: '/trash' } as const;

/** A place of the app. */
export type Place = keyof typeof addresses;

/** Returns the place that an address shows; /join, /share and the address of a memo show the memos. */
export const placeOf = (path: string): Place =>
  (Object.keys(addresses) as Place[]).find((place) => addresses[place] === path) ?? 'memos';
