import { followAppBadge } from './browser/app_badge';
import { NotAdmitted } from './components/account/not_admitted';
import { InstallHint } from './components/install';
import { Keys } from './components/keys/keys';
import type { LaterParts } from './components/later';
import { ListView } from './components/list_view';
import { Authors } from './components/memos/authors';
import { MemoDetail } from './components/memos/detail';
import { Found } from './components/memos/found';
import { Linked } from './components/memos/linked';
import { ListEnd } from './components/memos/list_end';
import { Menu } from './components/memos/menu';
import { Mic } from './components/memos/mic';
import { Pasted } from './components/memos/pasted';
import { Brand, Rail } from './components/memos/rail';
import { RowReach } from './components/memos/row_reach';
import { SearchBox } from './components/memos/search_box';
import { Modules } from './components/modules';
import { Snackbar } from './components/snackbar';
import { Update } from './components/update';
import { NewsTeller } from './family/tell_news';
import { tellZone } from './family/tell_zone';
import { Arrivals } from './memos/arrivals';
import { askBeforeLoss, keepAdded } from './memos/keeping';
import { takeLeftovers } from './memos/leftovers';
import { Motion } from './memos/motion';
import { Named } from './memos/named';
import { Rescue } from './memos/rescue';
import { Voice } from './memos/voice';
import type { FamilyMessages } from './messages';
import { modules } from './modules';
import type { Page } from './page';

/** Makes the parts that are loaded once after the list, and starts them. */
export function laterParts(page: Page, words: FamilyMessages): LaterParts {
  const t = { ...page.t, ...words };
  keepAdded(page, page.ended);
  askBeforeLoss(page, page.ended);
  takeLeftovers(page, page.ended);
  followAppBadge(page.browser, () => page.seen.unseen.value + page.badge.count.value, page.ended);
  new NewsTeller(page, t).follow(page.ended);
  new Rescue(page, t).follow(page.ended);
  new Arrivals(page, t).follow(page.ended);
  new Motion(page).follow(page.ended);
  new Named(page, t).follow(page.ended);
  const components = {
    Authors,
    Brand,
    Found,
    InstallHint,
    Keys,
    Linked,
    ListEnd,
    ListView,
    MemoDetail,
    Menu,
    Mic,
    NotAdmitted,
    Pasted,
    Rail,
    RowReach,
    SearchBox,
    Snackbar,
    Update,
  };
  const parts = new Modules(modules, page, t);
  void parts.wake().catch(() => undefined); // a module that cannot be loaded is loaded at the next visit
  tellZone(page, page.ended);
  return { t, voice: new Voice({ ...page, t }), modules: parts, components };
}
