import { nameOf, partOf } from '../../account/access';
import type { Access } from '../../sync/model';
import { Confirm } from '../confirm';
import { useRare } from '../rare_words';

interface EndAccessProps {
  access: Access;
  end: (access: Access) => Promise<void>;
  close: () => void;
}

/** Asks before a device is signed out, or a key or an app is ended. */
export function EndAccess({ access, end, close }: EndAccessProps) {
  const { t } = useRare();
  const part = partOf(access);
  const name = nameOf(access, t);
  return (
    <Confirm
      title={{ devices: t.endAccessTitle, keys: t.endKeyTitle, apps: t.endAppTitle }[part](name)}
      confirm={part === 'devices' ? t.endAccess : t.endKey}
      run={() => end(access)}
      close={close}
      danger
      testid="end-access"
    >
      <p>{{ devices: t.endAccessExplain, keys: t.endKeyExplain, apps: t.endAppExplain }[part]}</p>
    </Confirm>
  );
}
