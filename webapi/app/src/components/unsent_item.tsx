import { draft } from '../draft';
import { outbox } from '../memo_actions';
import { t } from '../language';
import type { Unsent } from '../outbox';
import { me, sentenceFor } from '../state';
import { Avatar } from './avatar';
import { focusComposer } from './composer';

/** A memo that is on its way, or did not get there. */
export function UnsentItem({ item }: { item: Unsent }) {
  const user = me.value?.user;
  const failed = item.state === 'failed';
  return (
    <li class={failed ? 'memo failed' : 'memo sending'} data-testid={failed ? 'memo-failed' : 'memo-sending'}>
      <Avatar userId={user?.userId ?? ''} name={user?.name ?? ''} />
      <div class="memo-body">
        <p class="memo-text">{item.content}</p>
        {failed ? (
          <>
            <p class="problem">{t.notSent(sentenceFor(item.error))}</p>
            <p class="choices">
              <button type="button" class="button" onClick={() => void outbox.retry(item.key)} data-testid="memo-retry">
                {t.tryAgain}
              </button>
              <button type="button" class="button plain" onClick={() => rewrite(item.key)} data-testid="memo-rewrite">
                {t.rewrite}
              </button>
            </p>
          </>
        ) : (
          <p class="memo-by">{t.sending}</p>
        )}
      </div>
    </li>
  );
}

/** Puts a memo back where it was written, before what is being written now. */
function rewrite(key: string): void {
  draft.value = [outbox.takeBack(key), draft.value].filter(Boolean).join(' ');
  focusComposer();
}
