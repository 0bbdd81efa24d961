import { useSignal } from '@preact/signals';
import { tidy } from '../../messages/text';
import type { Member, Room } from '../../sync/model';
import { useAction } from '../action';
import { Dialog } from '../dialog';
import { NameField, NameForm } from '../name_form';
import { useRare } from '../rare_words';

/** Names an Echo by its rooms: a field for each known room or, if there is none, one for the Echo itself. */
export function NameEcho({ member, close }: { member: Member; close: () => void }) {
  const { t, actions } = useRare();
  const action = useAction();
  const written = useSignal<ReadonlyMap<string, string>>(new Map());
  const { rooms = [], name } = member;
  const fields: Room[] = rooms.length > 0 ? rooms : [{ id: '', name }]; // "" is the Echo itself
  const write = (id: string, text: string) => (written.value = new Map(written.value).set(id, text));
  const save = async () => {
    const names = fields.map(({ id, name }): Room => ({ id, name: tidy(written.value.get(id) ?? name) }));
    const changed = names.filter((named, i) => named.name !== fields[i]!.name);
    if (changed.length > 0) await actions.nameEcho(member, changed);
    close();
  };
  return (
    <Dialog title={t.nameOf(name)} close={close} class="question" testid="name-echo-dialog">
      <NameForm action={action} send={() => void action.run(save)} close={close} testid="name-echo">
        {fields.map(({ id, name }) => (
          <NameField
            key={id}
            label={id ? t.nameOf(name) : t.name}
            name={name}
            write={(text) => write(id, text)}
            testid="echo-name"
          />
        ))}
        <p class="hint">{rooms.length > 0 ? t.roomNamesHint : t.nameEchoHint(t.echoNameRoom)}</p>
      </NameForm>
    </Dialog>
  );
}
