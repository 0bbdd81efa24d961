import { useSignal } from '@preact/signals';
import { tidy } from '../../messages/text';
import type { Member } from '../../sync/model';
import { useAction } from '../action';
import { Avatar } from '../avatar';
import { Dialog } from '../dialog';
import { LaterIcon } from '../later_icon';
import { NameField, NameForm } from '../name_form';
import { useRare } from '../rare_words';

/** Emoji that are distinct at the size of a seal, four rows of six. */
const suggestions = [
  ...['🐻', '🐱', '🐶', '🐰', '🦊', '🐼'],
  ...['🐧', '🦉', '🐢', '🐳', '🦁', '🐝'],
  ...['🍓', '🍎', '🍋', '🍙', '🍰', '☕'],
  ...['🌻', '🌸', '🌈', '⭐', '🚗', '⚽'],
] as const;

/** The person's name and emoji as the family sees them, and their forms. */
export function Profile({ user: { userId, name, email } }: { user: Member }) {
  const { t } = useRare();
  const open = useSignal(false);
  return (
    <div class="block person you">
      <Avatar userId={userId} name={name} size="l" />
      <div>
        <p class="name">
          <b>{name}</b>
        </p>
        {email && <p class="meta">{email}</p>}
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t.editProfile}
        aria-haspopup="dialog"
        onClick={() => (open.value = true)}
        data-testid="profile-open"
      >
        <LaterIcon name="edit" />
      </button>
      {open.value && <ProfileDialog key={userId} close={() => (open.value = false)} />}
    </div>
  );
}

/** Changes the person's name, and the emoji that stands for them: one of these, any other, or none. */
function ProfileDialog({ close }: { close: () => void }) {
  const { t, actions, notices, person } = useRare();
  const { name = '', emoji = '' } = person.me.value?.user ?? {};
  const written = useSignal(name);
  const chosen = useSignal(emoji);
  const action = useAction();
  const save = async () => {
    const [newName, newEmoji] = [tidy(written.value), chosen.value.trim()];
    if (newName !== name) await actions.rename(newName);
    if (newEmoji !== emoji) await actions.setEmoji(newEmoji);
    if (newName !== name || newEmoji !== emoji) notices.news(t.profileSaved);
    close();
  };
  return (
    <Dialog title={t.editProfile} close={close} class="question" testid="profile-dialog">
      <NameForm action={action} send={() => void action.run(save)} close={close} testid="profile">
        <NameField
          label={t.name}
          name={name}
          write={(text) => (written.value = text)}
          autoComplete={written.value === name ? 'nickname' : 'off'} // otherwise the browser keeps what was typed
          testid="name-input"
        />
        <p aria-hidden="true">{t.emoji}</p>
        <Emojis chosen={chosen.value} choose={(value) => (chosen.value = value)} />
        <label for="other-emoji">{t.otherEmoji}</label>
        <input
          id="other-emoji"
          autoComplete="off"
          maxLength={32}
          value={suggestions.some((emoji) => emoji === chosen.value) ? '' : chosen.value}
          onInput={(event) => (chosen.value = event.currentTarget.value)}
          data-testid="emoji-other"
        />
      </NameForm>
    </Dialog>
  );
}

function Emojis({ chosen, choose }: { chosen: string; choose: (emoji: string) => void }) {
  const { t } = useRare();
  return (
    <div class="emojis" role="radiogroup" aria-label={t.emoji}>
      {['', ...suggestions].map((emoji) => (
        <label key={emoji} class={emoji ? 'pick' : 'pick none'} data-testid="emoji-pick">
          <input type="radio" class="unseen" name="emoji" checked={chosen === emoji} onChange={() => choose(emoji)} />
          <span>{emoji || t.noEmoji}</span>
        </label>
      ))}
    </div>
  );
}
