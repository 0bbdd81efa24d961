import { t } from '../language';
import { look } from '../session';
import { familyOpen, session, ticket } from '../state';
import { Composer } from './composer';
import { FamilySheet } from './family_sheet';
import { Header } from './header';
import { JoinDialog } from './join_dialog';
import { MemoList } from './memo_list';
import { Snackbar } from './snackbar';
import { Status } from './status';
import { Welcome } from './welcome';

/** The whole page. */
export function App() {
  return (
    <>
      <Screen />
      <Status />
    </>
  );
}

function Screen() {
  switch (session.value) {
    case 'out':
      return <Welcome />;
    case 'away':
      return <Away />;
    case 'loading':
      return (
        <main class="screen centred" aria-busy="true">
          <p class="quiet">{t.loading}</p>
        </main>
      );
    case 'in':
      return <Memos />;
  }
}

function Memos() {
  return (
    <div class="screen">
      <Header />
      <MemoList />
      <section class="bottom" aria-label={t.composer}>
        <Snackbar />
        <Composer />
      </section>
      {familyOpen.value && <FamilySheet />}
      {ticket.value && <JoinDialog wanted={ticket.value} />}
    </div>
  );
}

function Away() {
  return (
    <main class="screen centred">
      <h1>{t.away}</h1>
      <p class="quiet">{t.awayHint}</p>
      <button type="button" class="button" onClick={() => void look(true)}>
        {t.tryAgain}
      </button>
    </main>
  );
}
