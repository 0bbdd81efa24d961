import { useRare } from './rare_words';

/** Says in a place whose controls need the server why they do nothing while it is away. */
export function NeedsServer() {
  const { t, connection } = useRare();
  if (connection.connected.value) return null;
  return (
    <p class="status" id="needs-server" data-testid="needs-server">
      {t.needsServer}
    </p>
  );
}

/** Returns the attributes of a control that needs the server: while that is away, it says so and looks for it again. */
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
