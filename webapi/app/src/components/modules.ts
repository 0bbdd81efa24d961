import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { FamilyMessages, Messages } from '../messages';
import type { Page } from '../page';

/** The parts that a module adds to the page. */
export interface Part {
  /** Its section of the settings. */
  Settings: ComponentType;
}

/** Loads a module and starts it on a page, which it follows until the page has ended. */
export type LoadModule = () => Promise<{ start(page: Page, words: Messages & FamilyMessages): Part }>;

/** The prefix of the storage key with which a module records that it is on on this device; the value is its own. */
export const slotOf = (name: string): string => `module/${name}`;

/** The storage key of a module's work for the next sign-in; if it is set, the module is loaded. */
export const againOf = (name: string): string => `${slotOf(name)}/again`;

/** The modules of a page, each of which is loaded when it is needed. */
export class Modules {
  /** The running modules, by name. */
  readonly parts = signal<Readonly<Record<string, Part>>>({});

  /** Whether all of them are running. */
  loaded = false;

  private readonly loading = new Map<string, Promise<void>>();

  constructor(
    private readonly all: Readonly<Record<string, LoadModule>>,
    private readonly page: Page,
    private readonly words: Messages & FamilyMessages,
  ) {}

  /** Loads those that are switched on on this device. */
  async wake(): Promise<void> {
    await Promise.all(Object.keys(this.all).map((name) => this.isOn(name) && this.start(name)));
  }

  /** Loads every module; rejects if one cannot be loaded. */
  async load(): Promise<void> {
    await Promise.all(Object.keys(this.all).map((name) => this.start(name)));
    this.loaded = true;
  }

  private isOn(name: string): boolean {
    try {
      return [slotOf(name), againOf(name)].some((slot) => this.page.browser.localStorage.getItem(slot) !== null);
    } catch {
      return false; // nothing is kept here, so nothing is switched on
    }
  }

  private start(name: string): Promise<void> {
    const started = this.loading.get(name) ?? this.begin(name);
    this.loading.set(name, started);
    return started;
  }

  private async begin(name: string): Promise<void> {
    try {
      const { start } = await this.all[name]!();
      if (this.page.ended.aborted) return;
      this.parts.value = { ...this.parts.peek(), [name]: start(this.page, this.words) };
    } catch (e) {
      this.loading.delete(name);
      throw e;
    }
  }
}
