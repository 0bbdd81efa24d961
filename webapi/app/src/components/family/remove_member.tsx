import { useSignal } from '@preact/signals';
import type { Member } from '../../sync/model';
import { keptMemos, keptTrashed } from '../../sync/snapshot';
import { Confirm } from '../confirm';
import { useRare } from '../rare_words';

/** Asks before a member is removed, and which Echos that they added go with them. */
export function RemoveMember({ member, close }: { member: Member; close: () => void }) {
  const { t, actions, person } = useRare();
  const { me } = person;
  const { name, userId } = member;
  const echo = member.source === 'alexa';
  const theirs = useSignal(me.value?.family.members.filter((m) => m.addedBy === userId) ?? []); // as when one was asked
  const going = useSignal<ReadonlySet<string>>(new Set(theirs.value.map((m) => m.userId)));
  const turn = (id: string) => {
    const next = new Set(going.value);
    if (!next.delete(id)) next.add(id);
    going.value = next;
  };
  const run = () =>
    actions.removeMember(
      member,
      theirs.value.filter((m) => going.value.has(m.userId)),
    );
  return (
    <Confirm
      title={t.removeMemberTitle(name, echo)}
      confirm={t.removeMember}
      run={run}
      close={close}
      danger
      testid="remove"
    >
      <p>{echo ? t.removeEchoExplain(name) : t.removeMemberExplain(name)}</p>
      {!echo && (
        <p class="hint" data-testid="removed-offline">
          {t.removedOffline(name, keptMemos, keptTrashed)}
        </p>
      )}
      {theirs.value.length > 0 && (
        <fieldset class="echos">
          <legend>{t.theirEchos(name)}</legend>
          {theirs.value.map((added) => (
            <label class="tick-row" key={added.userId}>
              <input
                type="checkbox"
                checked={going.value.has(added.userId)}
                aria-describedby="their-echos-hint"
                onChange={() => turn(added.userId)}
                data-testid="remove-echo"
              />
              <span>{t.removeEcho(added.name)}</span>
            </label>
          ))}
          <p class="hint" id="their-echos-hint">
            {t.theirEchosHint}
          </p>
        </fieldset>
      )}
    </Confirm>
  );
}
