/** The part of a window that the page uses. In tests each page has a window of its own. */
export type Browser = Pick<
  Window,
  | 'addEventListener'
  | 'document'
  | 'history'
  | 'localStorage'
  | 'location'
  | 'matchMedia'
  | 'navigator'
  | 'print'
  | 'scrollTo'
  | 'scrollY'
  | 'sessionStorage'
> & { indexedDB: IDBFactory };
