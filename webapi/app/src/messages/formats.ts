/**
 * Makes a formatter when it is first used, and again only for another language or clock: that takes much longer than
 * to use it. The result depends on nothing else.
 */
export function kept<T>(make: (language: string) => T): (language: string) => T {
  let last: { by: string; made: T } | undefined;
  return (language) => {
    const by = `${language} ${new Date().getTimezoneOffset()}`;
    if (last?.by !== by) last = { by, made: make(language) };
    return last.made;
  };
}

/** A formatter of dates and times that is made once. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): ((language: string) => Intl.DateTimeFormat) =>
  kept((language) => new Intl.DateTimeFormat(language, options));
