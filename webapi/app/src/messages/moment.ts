/** The day of a moment: "21 November 2026", as the reader writes it. "" for none. */
export function dayOf(iso: string | undefined, language: string): string {
  return format(iso, language, { year: 'numeric', month: 'long', day: 'numeric' });
}

/** The month of a moment: "November 2026". "" for none. */
export function monthOf(iso: string | undefined, language: string): string {
  return format(iso, language, { year: 'numeric', month: 'long' });
}

/** The day and time of a moment of the last days, on the reader's clock. "" for none. */
export function momentOf(iso: string | undefined, language: string): string {
  return format(iso, language, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

function format(iso: string | undefined, language: string, options: Intl.DateTimeFormatOptions): string {
  const ms = Date.parse(iso ?? '');
  return Number.isNaN(ms) ? '' : new Intl.DateTimeFormat(language, options).format(ms);
}
