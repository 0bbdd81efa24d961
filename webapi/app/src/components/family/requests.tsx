import { useEffect, useRef } from 'preact/hooks';
import { keepFocus } from '../../browser/focus';
import { momentShort } from '../../memos/dates';
import { dayOf } from '../../messages/moment';
import type { JoinRequest } from '../../sync/model';
import { useAction } from '../action';
import { Avatar } from '../avatar';
import { Outcome } from '../outcome';
import { type RarePage, useRare } from '../rare_words';
import { CheckNumber } from './check_number';

/** The requests to join, with the facts known about each; the owner answers. */
export function Requests() {
  const { t, person } = useRare();
  const { me } = person;
  const action = useAction();
  const open = useRef(false);
  useEffect(() => void (open.current = true), []);
  const requests = me.value?.family.requests ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-label={t.requests}>
      <ul>
        {requests.map((request) => (
          <Request
            key={request.userId}
            request={request}
            busy={action.busy.value}
            arrives={open.current}
            run={(work) => void action.run(work).then(keepFocus)}
          />
        ))}
      </ul>
      <Outcome action={action} />
      <p class="hint">{t.requestsHint}</p>
    </section>
  );
}

interface RequestProps {
  request: JoinRequest;
  /** Whether it has arrived while the place is open: then it scrolls into view. */
  arrives: boolean;
  busy: boolean;
  run: (work: () => Promise<void>) => void;
}

function Request({ request, arrives, busy, run }: RequestProps) {
  const box = useRef<HTMLLIElement>(null);
  useEffect(() => void (arrives && box.current?.scrollIntoView({ block: 'nearest' })), []);
  const { t, language, actions, clock } = useRare();
  const { userId, name, picture, source, check } = request;
  const echo = source === 'alexa';
  return (
    <li ref={box} class="block ask" data-testid="request">
      <div class="head">
        <Avatar userId={userId} name={name} size="l" picture={picture ?? ''} source={source} />
        <div>
          <h2>{t.wantsIn(name, echo)}</h2>
          {facts(t, language, clock.time(), request).map((fact) => (
            <p class="meta" key={fact}>
              {fact}
            </p>
          ))}
        </div>
        <CheckNumber check={check} />
      </div>
      {request.resembles && (
        <p class="warning" data-testid="resembles">
          {t.resembles(request.resembles)}
        </p>
      )}
      {check && <p class="say">{compare(t, request, check)}</p>}
      <div class="side-by-side">
        <button
          type="button"
          class="button main"
          aria-label={t.allowNamed(name, echo)}
          aria-disabled={busy}
          onClick={() => run(() => actions.allow(request))}
          data-testid="request-allow"
        >
          {t.allow}
        </button>
        <button
          type="button"
          class="button line"
          aria-label={t.refuseNamed(name, echo)}
          aria-disabled={busy}
          onClick={() => run(() => actions.refuse(request))}
          data-testid="request-refuse"
        >
          {t.refuse}
        </button>
      </div>
    </li>
  );
}

/** The facts verified by the server: the address, the Echo's age, the kind of invitation, and the time. */
function facts(
  t: RarePage['t'],
  language: string,
  now: number,
  { source, email, firstSeen, way, requestedAt }: JoinRequest,
): string[] {
  const when = momentShort(requestedAt, now, language);
  const ways = { digits: t.byDigits, link: t.byLink, number: t.byNumber };
  return [
    source === 'alexa' ? t.echoSeen(dayOf(firstSeen, language)) : email || t.noAddress,
    way ? ways[way](when) : when,
  ];
}

/** Where the person finds the check number. */
function compare(t: RarePage['t'], { source, way }: JoinRequest, check: string): string {
  if (way === 'number') return t.compareAdder(check);
  return source === 'alexa' ? t.compareSpoken(check) : t.compareScreen(check);
}
