import type { Http } from '../sync/http';
import type { NewDevice } from './device';

/** Which notifications a person gets: all, those about members and requests, or none. */
export type What = 'all' | 'family' | 'none';

/** Which notifications a person gets, and the quiet hours: from one whole hour to another, 0 to 23; equal: none. */
export interface Choices {
  what: What;
  quietFrom: number;
  quietTo: number;
  /** The IANA time zone of the hours; "": it is not known, and there are no quiet hours. */
  timeZone: string;
}

/** A device that gets notifications. */
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

/** The server's API for notifications. Every method throws ApiError. */
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

  /** Adds this browser, or updates it; returns its id. */
  async add(device: NewDevice): Promise<string> {
    return (await this.http.json<{ id: string }>('POST', '/api/me/devices', { body: device })).id;
  }

  /** Removes a device, also while the page closes. */
  async remove(id: string): Promise<void> {
    await this.http.send('DELETE', `/api/me/devices/${encodeURIComponent(id)}`, { keepalive: true });
  }
}
