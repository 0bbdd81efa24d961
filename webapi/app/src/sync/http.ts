import { ApiError, type Memo } from './model';

/** The options of a request. */
export interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it is also sent if the page closes. */
  keepalive?: boolean;
}

/** Milliseconds after which a missing answer counts as a lost connection. */
const answerWithin = 8000;

/**
 * Requests to the server, in the reader's language. Every method throws ApiError. The browser caches no answer: the
 * page decides what stays on the device.
 */
export class Http {
  private closed = false;

  constructor(
    private readonly language: string,
    private readonly fetcher: typeof fetch = (...args) => fetch(...args),
    private readonly patience = answerWithin,
    readonly time: () => number = () => Date.now(),
  ) {}

  /** Sends nothing more: every request from now on fails like one without a connection. */
  close(): void {
    this.closed = true;
  }

  /** Sends a request, and returns the JSON of the answer. */
  async json<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
    return read<T>(await this.send(method, path, ask));
  }

  /** Sends a request, and returns the answer: a success, or 304. */
  async send(method: string, path: string, ask: Ask = {}): Promise<Response> {
    if (this.closed) throw new ApiError(0, 'offline');
    const headers: Record<string, string> = { 'Accept-Language': this.language, ...ask.headers };
    const { keepalive = false } = ask;
    const signal = AbortSignal.timeout(this.patience);
    const init: RequestInit = { method, headers, keepalive, cache: 'no-store', signal };
    if (ask.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(ask.body);
    }
    const reason = globalThis.navigator?.onLine === false ? 'unsent' : '';
    const answer = await this.fetcher(path, init).catch(() => {
      throw new ApiError(0, 'offline', { reason });
    });
    if (!answer.ok && answer.status !== 304) throw await problem(answer, this.time());
    return answer;
  }
}

/** The time by the server's clock, at the end of the second in its answer; by this device's if the answer has none. */
export function serverNow(answer: Response, now: number): number {
  return Date.parse(answer.headers.get('Date') ?? '') + 999 || now;
}

/** Reads an answer's JSON; a truncated answer counts as none. */
export async function read<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new ApiError(0, 'offline');
  }
}

/** Reads RFC 9457 problem+json; a proxy may answer otherwise. */
async function problem(answer: Response, now: number): Promise<ApiError> {
  const isProblem = (answer.headers.get('Content-Type') ?? '').startsWith('application/problem+json');
  const read: unknown = isProblem ? await answer.json().catch(() => null) : null;
  const body = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>;
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '');
  const { memo } = body as { memo?: Memo };
  return new ApiError(answer.status, text('code') || 'internal', {
    detail: text('detail'),
    reason: text('reason'),
    retryAfter:
      (Number(answer.headers.get('Retry-After')) || 0) * 1000 ||
      Math.max(0, Date.parse(text('retryAt')) - serverNow(answer, now)) ||
      0,
    ...(memo ? { memo } : {}),
  });
}
