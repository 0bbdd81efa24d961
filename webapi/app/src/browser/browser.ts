/** What of a browser's window the page uses; a test gives each page one of its own. */
export type Browser = Pick<
  Window,
  | 'addEventListener'
  | 'document'
  | 'history'
  | 'localStorage'
  | 'location'
  | 'matchMedia'
  | 'navigator'
  | 'scrollTo'
  | 'sessionStorage'
> & { indexedDB: IDBFactory };
