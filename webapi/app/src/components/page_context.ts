import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FamilyActions } from '../family/actions';
import type { FamilyApi } from '../family/api';
import type { FamilyMessages, Messages } from '../messages';
import type { Page } from '../page';

/** Passes the page down to its components. */
export const PageContext = createContext<Page | null>(null);

/** The page that the component is on. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('a component without a page');
  return page;
}

/** What is loaded with the family's place: its sentences with those of the page, its questions to the server, and what one can do there. */
export interface FamilyPart {
  t: Messages & FamilyMessages;
  api: FamilyApi;
  actions: FamilyActions;
}

/** Passes down what has been loaded for the family's place. */
export const FamilyContext = createContext<FamilyPart | null>(null);

/** The page with the family's part of it in the place of its own. */
export type FamilyPage = Omit<Page, keyof FamilyPart> & FamilyPart;

/** The page that a component of the family's place is on. */
export function useFamily(): FamilyPage {
  const page = usePage();
  const part = useContext(FamilyContext);
  if (!part) throw new Error('a component of the family outside of its place');
  return { ...page, ...part };
}
