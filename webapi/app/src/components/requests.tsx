import type { JoinRequest } from '../api';
import { allow, refuse } from '../family_actions';
import { keepFocus } from '../focus';
import { language, t } from '../language';
import { momentOf } from '../moment';
import { me } from '../state';
import { useAction } from './action';
import { Avatar } from './avatar';
import { Outcome } from './outcome';

/** Who asks to join; the owner answers. */
export function Requests() {
  const action = useAction();
  const requests = me.value?.requests ?? [];
  if (requests.length === 0) return null;
  return (
    <section class="calling" aria-labelledby="requests">
      <h2 id="requests">{t.requests}</h2>
      <ul class="people">
        {requests.map((request) => (
          <Request key={request.userId} request={request} busy={action.busy.value} run={(work) => void action.run(work).then(keepFocus)} />
        ))}
      </ul>
      <p class="hint">{t.requestsHint}</p>
      <Outcome action={action} />
    </section>
  );
}

interface RequestProps {
  request: JoinRequest;
  busy: boolean;
  run: (work: () => Promise<void>) => void;
}

function Request({ request, busy, run }: RequestProps) {
  const { userId, name, picture, source, requestedAt } = request;
  return (
    <li class="person" data-testid="request">
      <Avatar userId={userId} name={name} picture={picture ?? ''} />
      <div class="person-who">
        <p class="person-name">
          <b>{name}</b> {source === 'alexa' && <span class="tag">{t.echo}</span>}
        </p>
        <p class="hint">{t.requestedAt(momentOf(requestedAt, language))}</p>
        <div class="choices">
          <button
            type="button"
            class="button accept"
            aria-label={t.allowNamed(name)}
            aria-disabled={busy}
            onClick={() => run(() => allow(request))}
            data-testid="request-allow"
          >
            {t.allow}
          </button>
          <button
            type="button"
            class="button plain"
            aria-label={t.refuseNamed(name)}
            aria-disabled={busy}
            onClick={() => run(() => refuse(request))}
            data-testid="request-refuse"
          >
            {t.refuse}
          </button>
        </div>
      </div>
    </li>
  );
}
