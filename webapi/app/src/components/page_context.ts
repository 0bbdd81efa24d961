import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Voice } from '../memos/voice';
import type { FamilyMessages, Messages } from '../messages';
import type { Page } from '../page';
import type { Modules } from './modules';

/** Passes the page down to its components. */
export const PageContext = createContext<Page | null>(null);

/** Returns the page of the component. */
export function usePage(): Page {
  return useContext(PageContext)!;
}

/** The parts loaded after the list: all sentences, the microphone and the modules. */
export interface FamilyPart {
  t: Messages & FamilyMessages;
  /** The page's part for memos. */
  voice: Voice;
  modules: Modules;
}

/** Passes down the parts that were loaded after the list. */
export const FamilyContext = createContext<FamilyPart | null>(null);

/** The page of a component that is loaded after the list: t is that of FamilyPart. */
export type FamilyPage = Omit<Page, keyof FamilyPart> & FamilyPart;

/** Returns the page of a component that is loaded after the list. */
export function useFamily(): FamilyPage {
  return { ...usePage(), ...useContext(FamilyContext)! };
}
