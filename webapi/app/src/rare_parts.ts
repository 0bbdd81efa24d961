import { YouPlace } from './components/account/you_place';
import { FamilyPlace } from './components/family/family_place';
import { JoinDialog } from './components/family/join_dialog';
import { Shortcuts } from './components/keys/shortcuts';
import type { RareComponents } from './components/later';
import { TrashPlace } from './components/memos/trash_place';
import { Unsettled } from './components/memos/unsettled';

/** The components loaded on first use. */
export const rareComponents: RareComponents = {
  JoinDialog,
  Shortcuts,
  Unsettled,
  places: { family: FamilyPlace, you: YouPlace, trash: TrashPlace },
};
