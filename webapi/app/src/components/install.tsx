import { useFamily } from './page_context';

/** The one-time hint that the app can be on the home screen; it is dismissed permanently. */
export function InstallHint() {
  const { t, install } = useFamily();
  return (
    <aside class="install" aria-label={t.install} data-testid="install-hint">
      <Words />
      <div class="choices">
        <Ask />
        <button type="button" class="button line" onClick={() => install.hintDone()} data-testid="install-later">
          {install.way.value === 'ask' ? t.installLater : t.close}
        </button>
      </div>
    </aside>
  );
}

/** The same among the person's settings, as long as it is possible. */
export function Install() {
  const { t, install } = useFamily();
  if (install.way.value === 'none') return null;
  return (
    <section class="block padded" aria-label={t.install} data-testid="install">
      <Words />
      <Ask />
    </section>
  );
}

function Words() {
  const { t, install } = useFamily();
  return (
    <>
      <h2>{t.install}</h2>
      <p class="hint">{install.way.value === 'ask' ? t.installHint : t.installIos}</p>
    </>
  );
}

function Ask() {
  const { t, install } = useFamily();
  if (install.way.value !== 'ask') return null;
  const go = () => {
    install.hintDone();
    void install.ask();
  };
  return (
    <button type="button" class="button" onClick={go} data-testid="install-now">
      {t.installNow}
    </button>
  );
}
