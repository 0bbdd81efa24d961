import type { Http } from '../sync/http';
import type { NewDevice } from './device';

/** What a person is told of: everything, who joins or asks to, or nothing. */
export type What = 'all' | 'family' | 'none';

/** What a person is told of, and when not. Between the two whole hours, from 0 to 23, they are told nothing; equal: there is no such time. */
export interface Choices {
  what: What;
  quietFrom: number;
  quietTo: number;
  /** The name of an IANA time zone, in which the hours are; "": neither the person's nor the family's is known, and there are none. */
  timeZone: string;
}

/** Something on which a person is told. */
export interface Device {
  id: string;
  name: string;
  kind: string;
  addedAt: string;
  /** Whether it belongs to this sign-in. */
  current?: boolean;
}

/** The choices of a person, and their devices in the order in which they were added. */
export interface Notifications extends Choices {
  /** This sign-in. */
  signIn?: string;
  devices: Device[];
}

/** The server's part of notifications. Every method throws ApiError. */
export class PushApi {
  constructor(private readonly http: Http) {}

  notifications(): Promise<Notifications> {
    return this.http.json('GET', '/api/me/notifications');
  }

  async choose(choices: Choices): Promise<void> {
    await this.http.send('PUT', '/api/me/notifications', { body: choices });
  }

  /** The key that subscriptions are made for (RFC 8292), in base64url. */
  async key(): Promise<string> {
    return (await this.http.json<{ publicKey: string }>('GET', '/api/me/devices/key')).publicKey;
  }

  /** Adds this browser, or what has changed of it; returns its id. */
  async add(device: NewDevice): Promise<string> {
    return (await this.http.json<{ id: string }>('POST', '/api/me/devices', { body: device })).id;
  }

  /** Removes a device, also while the page goes away. */
  async remove(id: string): Promise<void> {
    await this.http.send('DELETE', `/api/me/devices/${encodeURIComponent(id)}`, { keepalive: true });
  }
}
