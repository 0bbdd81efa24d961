/** The Unix milliseconds of a UUIDv7. */
export const millisOf = (uuid: string): number => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random
 * bits. It is the idempotency key of a memo made here.
 */
export function uuidv7(now = Date.now(), random = crypto.getRandomValues(new Uint8Array(16))): string {
  const b = random.slice();
  for (let i = 5, ms = now; i >= 0; i--, ms = Math.floor(ms / 256)) b[i] = ms % 256;
  b[6] = (b[6]! & 0x0f) | 0x70;
  b[8] = (b[8]! & 0x3f) | 0x80;
  const hex = Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
