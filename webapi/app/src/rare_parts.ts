import { FamilyPlace } from './components/family/family_place';
import { JoinDialog } from './components/family/join_dialog';
import type { RareComponents } from './components/later';
import { TrashPlace } from './components/memos/trash_place';
import { Settings } from './components/settings/settings';

/** What is loaded when it is asked for. */
export const rareComponents: RareComponents = { FamilyPlace, JoinDialog, Settings, TrashPlace };
