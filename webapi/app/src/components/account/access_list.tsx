import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { currentFirst, nameOf, usedOn } from '../../account/access';
import { dayOf } from '../../messages/moment';
import { type Access, ApiError } from '../../sync/model';
import { useAction } from '../action';
import { Confirm } from '../confirm';
import { LaterIcon } from '../later_icon';
import { Outcome } from '../outcome';
import { useFamily } from '../page_context';

/** Where one is signed in: which device, since when, when it was last used; each can be ended. */
export function AccessList() {
  const { t, api, notices } = useFamily();
  const list = useSignal<readonly Access[] | null>(null);
  const asked = useSignal<Access | null>(null);
  const action = useAction();
  const load = () => action.run(async () => void (list.value = currentFirst(await api.access())));
  useEffect(() => void load(), []);
  const end = async (access: Access) => {
    await api.endAccess(access.id).catch(unlessEnded);
    list.value = list.value?.filter(({ id }) => id !== access.id) ?? null;
    notices.say(t.accessEnded);
  };
  return (
    <div class="opened" aria-busy={action.busy.value} data-testid="access-list">
      {!list.value && action.busy.value && <p class="hint">{t.loading}</p>}
      <ul aria-label={t.access}>
        {list.value?.map((access) => (
          <Item key={access.id} access={access} ask={() => (asked.value = access)} />
        ))}
      </ul>
      <Outcome action={action} />
      {!list.value && action.problem.value && (
        <button type="button" class="button" onClick={() => void load()} data-testid="access-retry">
          {t.tryAgain}
        </button>
      )}
      {asked.value && <Question access={asked.value} end={end} close={() => (asked.value = null)} />}
    </div>
  );
}

/** One that is not there any more has ended. */
function unlessEnded(e: unknown): void {
  if (!(e instanceof ApiError && e.reason === 'access')) throw e;
}

function Item({ access, ask }: { access: Access; ask: () => void }) {
  const { t, language, clock } = useFamily();
  const { now } = clock;
  const name = nameOf(access, t);
  return (
    <li class="person" data-testid="access-item">
      <span class="seal l cd">
        <LaterIcon name="phone" />
      </span>
      <div>
        <p class="name">
          <b>{name}</b> {access.current && <span class="pill out">{t.thisDevice}</span>}
        </p>
        <p class="meta">{t.signedInOn(dayOf(access.since, language))}</p>
        {!access.current && <p class="meta">{t.lastUsed(usedOn(access.lastUsed, now.value, t, language))}</p>}
      </div>
      {!access.current && (
        <button
          type="button"
          class="button line"
          aria-label={t.endAccessOf(name)}
          onClick={ask}
          data-testid="access-end"
        >
          {t.endAccess}
        </button>
      )}
    </li>
  );
}

interface QuestionProps {
  access: Access;
  end: (access: Access) => Promise<void>;
  close: () => void;
}

function Question({ access, end, close }: QuestionProps) {
  const { t } = useFamily();
  return (
    <Confirm
      title={t.endAccessTitle(nameOf(access, t))}
      confirm={t.endAccess}
      run={() => end(access)}
      close={close}
      danger
      testid="end-access"
    >
      <p>{t.endAccessExplain}</p>
    </Confirm>
  );
}
