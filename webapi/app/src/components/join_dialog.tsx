import type { Ticket } from '../api';
import { dismissTicket, join } from '../family_actions';
import { t } from '../language';
import { refresh } from '../sync';
import { spaced } from '../text';
import { useAction } from './action';
import { Dialog } from './dialog';
import { Outcome } from './outcome';

/** Asks before one joins another family, because one's memos come along. */
export function JoinDialog({ wanted }: { wanted: Ticket }) {
  const action = useAction();
  const go = async () => {
    await join(wanted);
    await refresh(true);
  };
  return (
    <Dialog title={t.joinTitle} close={dismissTicket} class="question" testid="join-dialog">
      <p class="ticket">{'inviteCode' in wanted ? t.joinWith(spaced(wanted.inviteCode)) : t.joinWithLink}</p>
      <p>{t.joinExplain}</p>
      <Outcome action={action} />
      <div class="choices">
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy.value}
          onClick={() => void action.run(go)}
          data-testid="join-confirm"
        >
          {t.joinConfirm}
        </button>
        <button type="button" class="button plain" onClick={dismissTicket} data-testid="join-cancel">
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}
