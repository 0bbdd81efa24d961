import { momentOf } from '../../messages/moment';
import { useFamily } from '../page_context';

/** What happens to an account that signed up by an invitation and has neither joined nor asked to. */
export function NotAdmitted() {
  const { t, language, person } = useFamily();
  const { me } = person;
  const until = me.value?.user.notAdmittedUntil;
  if (!until || me.value?.pending) return null;
  return (
    <p class="warning not-admitted" data-testid="not-admitted">
      {t.notAdmitted(momentOf(until, language))}
    </p>
  );
}
