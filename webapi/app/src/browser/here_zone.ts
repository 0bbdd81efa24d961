/** The time zone of this device, by its IANA name. */
export const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
