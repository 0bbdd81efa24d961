import { useSignal } from '@preact/signals';
import { hereZone } from '../../browser/here_zone';
import { setTimeZone } from '../../family/time_zone';
import { zoneName } from '../../messages/zone_name';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { usePage } from '../page_context';
import { useRare } from '../rare_words';

/** Changes the family's time zone. A button saves the choice, since the keyboard passes other zones on its way. */
export function TimeZone() {
  const { t, language, person } = useRare();
  const page = usePage();
  const action = useAction();
  const chosen = useSignal('');
  const now = person.me.value?.family.timeZone ?? '';
  const shown = chosen.value || now;
  const zones = new Set([now, hereZone(), ...Intl.supportedValuesOf('timeZone')]);
  const save = async () => {
    if (shown) await setTimeZone(page, { wanted: shown });
    chosen.value = '';
    action.report(t.timeZoneSaved);
  };
  return (
    <form class="named" onSubmit={(event) => (event.preventDefault(), void action.run(save))}>
      <label for="time-zone">{t.timeZone}</label>
      <div class="row">
        <select
          id="time-zone"
          aria-describedby="time-zone-hint"
          onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
          data-testid="time-zone"
        >
          {[...zones].map((zone) => (
            <option key={zone} value={zone} selected={zone === shown} disabled={!zone}>
              {zone.replaceAll('_', ' ') || t.noTimeZone}
            </option>
          ))}
        </select>
        <button type="submit" class="button" aria-disabled={action.busy.value} data-testid="time-zone-save">
          {t.save}
        </button>
      </div>
      <p class="hint" id="time-zone-hint">
        {t.timeZoneHint(now && zoneName(now, language))}
      </p>
      <Outcome action={action} />
    </form>
  );
}
