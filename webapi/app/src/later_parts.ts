import { FamilyPlace } from './components/family/family_place';
import { JoinDialog } from './components/family/join_dialog';
import { InstallHint } from './components/install';
import type { LaterParts } from './components/later';
import { MemoPanel } from './components/memos/panel';
import { TrashPlace } from './components/memos/trash_place';
import { Unsettled } from './components/memos/unsettled';
import { FamilyActions } from './family/actions';
import { FamilyApi } from './family/api';
import type { FamilyMessages } from './messages';
import type { Page } from './page';

/** Makes what a page does not need before its list is shown, and is loaded after it. */
export function laterParts(page: Page, words: FamilyMessages): LaterParts {
  const t = { ...page.t, ...words };
  const api = new FamilyApi(page.api.http);
  const components = { FamilyPlace, InstallHint, JoinDialog, MemoPanel, TrashPlace, Unsettled };
  return { t, api, actions: new FamilyActions({ ...page, api }, t), components };
}
