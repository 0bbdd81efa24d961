import { useRare } from './rare_words';

/** Explains, in a place whose controls need the server, that the server cannot be reached. */
export function NeedsServer() {
  const { t, connection } = useRare();
  if (connection.connected.value) return null;
  return (
    <p class="status" id="needs-server" data-testid="needs-server">
      {t.needsServer}
    </p>
  );
}

/** Returns the attributes of a control that needs the server: without it, a press says so and tries again. */
export function useServer(run: () => void): {
  onClick: () => void;
  'aria-disabled'?: true;
  'aria-describedby'?: string;
} {
  const { t, connection, notices, session } = useRare();
  if (connection.connected.value) return { onClick: run };
  const look = () => {
    notices.say(t.needsServer);
    void session.look(true);
  };
  return { onClick: look, 'aria-disabled': true, 'aria-describedby': 'needs-server' };
}
