import { hintDone, hintDue, install, way } from '../browser/install';
import { t } from '../messages/words';

/** The one-time hint that the app can be on the home screen; it is put away for good. */
export function InstallHint() {
  if (!hintDue.value || way.value === 'none') return null;
  return (
    <aside class="install" aria-label={t.install} data-testid="install-hint">
      <Words />
      <div class="choices">
        <Ask />
        <button type="button" class="button plain" onClick={hintDone} data-testid="install-later">
          {way.value === 'ask' ? t.installLater : t.close}
        </button>
      </div>
    </aside>
  );
}

/** The same in the family's place, where it stays as long as it is possible. */
export function Install() {
  if (way.value === 'none') return null;
  return (
    <section aria-label={t.install} data-testid="install">
      <Words />
      <Ask />
    </section>
  );
}

function Words() {
  return (
    <>
      <h2>{t.install}</h2>
      <p class="hint">{way.value === 'ask' ? t.installHint : t.installIos}</p>
    </>
  );
}

function Ask() {
  if (way.value !== 'ask') return null;
  const go = () => {
    hintDone();
    void install();
  };
  return (
    <button type="button" class="button" onClick={go} data-testid="install-now">
      {t.installNow}
    </button>
  );
}
