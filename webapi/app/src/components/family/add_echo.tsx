import { useSignal } from '@preact/signals';
import { isNotValid } from '../../family/actions';
import { dayOf, momentOf } from '../../messages/moment';
import { digitsOf } from '../../messages/text';
import type { Asked, EchoPreview } from '../../sync/model';
import { useAction } from '../action';
import { EchoSeal } from '../avatar';
import { Dialog } from '../dialog';
import { Icon } from '../icon';
import { Outcome } from '../outcome';
import { type RarePage, useRare } from '../rare_words';
import { ServerRow } from '../sheet';
import { CheckNumber } from './check_number';
import { Say } from './say';

/** How many digits a connection number and a recovery number have. */
const connectionDigits = 8;
const recoveryDigits = 10;

/** Brings an Echo into the family by a number that it says; any member may do that. */
export function AddEcho() {
  const { t } = useRare();
  const open = useSignal(false);
  return (
    <>
      <ServerRow opens="dialog" onClick={() => (open.value = true)} data-testid="add-echo">
        <Icon name="echo" />
        {t.addEcho}
      </ServerRow>
      {open.value && <Steps close={() => (open.value = false)} />}
    </>
  );
}

/** A valid number and the Echo it belongs to. */
interface Found {
  number: string;
  echo: EchoPreview;
}

/** First the number, then the Echo; where the owner is asked, the check number last. */
function Steps({ close }: { close: () => void }) {
  const { t } = useRare();
  const found = useSignal<Found | null>(null);
  const asked = useSignal<Asked | null>(null);
  if (asked.value) return <Waiting asked={asked.value} close={close} />;
  if (found.value) return <Question found={found.value} close={close} ask={(answer) => (asked.value = answer)} />;
  return (
    <Dialog title={t.addEcho} close={close} class="question" testid="echo-dialog">
      <Say title={t.echoSay} steps={[t.alexaOpen, t.echoConnect]} />
      <NumberForm find={(number, echo) => (found.value = { number, echo })} />
    </Dialog>
  );
}

function NumberForm({ find }: { find: (number: string, echo: EchoPreview) => void }) {
  const page = useRare();
  const { t, api } = page;
  const action = useAction();
  const written = useSignal('');
  const look = () => {
    const number = digitsOf(written.value);
    if (number.length !== connectionDigits && number.length !== recoveryDigits) return action.refuse(t.echoDigits);
    void action.run(
      async () => find(number, await api.previewEcho(number)),
      (e) => numberProblem(page, e, number),
    );
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), look())}>
      <label for="echo-number">{t.echoNumber}</label>
      <div class="row">
        <input
          type="text"
          id="echo-number"
          class="code-field"
          inputMode="numeric"
          autoComplete="off"
          aria-describedby="echo-number-hint"
          value={written.value}
          onInput={(event) => (written.value = event.currentTarget.value)}
          data-testid="echo-number"
        />
        <button type="submit" class="button main" aria-disabled={action.busy.value} data-testid="echo-next">
          {t.joinNext}
        </button>
      </div>
      <p class="hint" id="echo-number-hint">
        {t.echoNumberHint}
      </p>
      <Outcome action={action} />
    </form>
  );
}

/** The sentence for a refused number. */
function numberProblem({ t, connection }: RarePage, e: unknown, number: string): string {
  if (!isNotValid(e)) return connection.sentenceFor(e);
  return number.length === recoveryDigits ? t.recoveryNotValid : t.echoNotValid;
}

interface QuestionProps {
  found: Found;
  close: () => void;
  ask: (answer: Asked) => void;
}

/** Shows the Echo before it joins with its memos. */
function Question({ found: { number, echo }, close, ask }: QuestionProps) {
  const page = useRare();
  const { t, language, actions, person } = page;
  const { me } = person;
  const action = useAction();
  const { recovery, name, since, memos } = echo;
  const asksFirst = !recovery && !me.value?.user.isOwner && !!me.value?.settings?.askBeforeJoin;
  const go = async () => {
    const answer = await actions.addEcho(number, echo);
    if ('asked' in answer) ask(answer);
    else close();
  };
  return (
    <Dialog title={recovery ? t.recoveryTitle : t.echoTitle} close={close} class="question" testid="echo-dialog">
      <div class="block person" data-testid="echo-found">
        <EchoSeal />
        <div>
          <p class="name">
            <b>{recovery ? t.recoveryFrom : name}</b>
          </p>
          <p class="meta">{[t.echoSince(dayOf(since, language)), t.echoMemos(memos)].join(' · ')}</p>
        </div>
      </div>
      <p>{recovery ? t.recoveryExplain : t.echoExplain}</p>
      {asksFirst && <p>{t.echoAsksFirst}</p>}
      <Outcome action={action} />
      <div class="choices">
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy.value}
          onClick={() => void action.run(go, (e) => numberProblem(page, e, number))}
          data-testid="echo-confirm"
        >
          {recovery ? t.recoveryConfirm : asksFirst ? t.echoAsk : t.echoConfirm}
        </button>
        <button type="button" class="button line" onClick={close} data-testid="echo-cancel">
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** The owner was asked; both sides compare the check number. */
function Waiting({ asked: { asked, check, until }, close }: { asked: Asked; close: () => void }) {
  const { t, language } = useRare();
  return (
    <Dialog title={t.echoAskedTitle} close={close} class="question" testid="echo-asked">
      <CheckNumber check={check} />
      <p role="status">{t.echoAsked(asked.name)}</p>
      {check && <p>{t.pendingCheck(asked.name)}</p>}
      <p class="hint">{t.pendingUntil(momentOf(until, language))}</p>
      <div class="choices">
        <button type="button" class="button main" onClick={close} data-testid="echo-asked-close">
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
