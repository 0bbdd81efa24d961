import { isKey, nameOf } from '../../account/access';
import type { Access } from '../../sync/model';
import { Confirm } from '../confirm';
import { useAccount } from './account_words';

interface EndAccessProps {
  access: Access;
  end: (access: Access) => Promise<void>;
  close: () => void;
}

/** Asks before a device is signed out or a key is ended. */
export function EndAccess({ access, end, close }: EndAccessProps) {
  const { t } = useAccount();
  const key = isKey(access);
  const name = nameOf(access, t);
  return (
    <Confirm
      title={key ? t.endKeyTitle(name) : t.endAccessTitle(name)}
      confirm={key ? t.endKey : t.endAccess}
      run={() => end(access)}
      close={close}
      danger
      testid="end-access"
    >
      <p>{key ? t.endKeyExplain : t.endAccessExplain}</p>
    </Confirm>
  );
}
