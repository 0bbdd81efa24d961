import { useSignal } from '@preact/signals';
import type { Member } from '../../sync/model';
import { useAction } from '../action';
import { Avatar } from '../avatar';
import { Dialog } from '../dialog';
import { Outcome } from '../outcome';
import { SheetRow } from '../sheet';
import { useAccount } from './account_words';

/** Emoji that are told apart at the size of a seal, four rows of six. */
const suggestions = [
  ...['🐻', '🐱', '🐶', '🐰', '🦊', '🐼'],
  ...['🐧', '🦉', '🐢', '🐳', '🦁', '🐝'],
  ...['🍓', '🍎', '🍋', '🍙', '🍰', '☕'],
  ...['🌻', '🌸', '🌈', '⭐', '🚗', '⚽'],
] as const;

/** The person's emoji, and the way to choose one. */
export function EmojiRow({ user: { userId, name } }: { user: Member }) {
  const { t } = useAccount();
  const open = useSignal(false);
  return (
    <>
      <SheetRow
        value={<Avatar userId={userId} name={name} size="m" />}
        opens="dialog"
        onClick={() => (open.value = true)}
        data-testid="emoji-open"
      >
        {t.emoji}
      </SheetRow>
      {open.value && <EmojiDialog close={() => (open.value = false)} />}
    </>
  );
}

/** Chooses the emoji that stands for the person: one of those shown, any other, or none. */
function EmojiDialog({ close }: { close: () => void }) {
  const { t, actions, notices, person } = useAccount();
  const now = person.me.value?.user.emoji ?? '';
  const chosen = useSignal(now);
  const action = useAction();
  const save = async () => {
    await actions.setEmoji(chosen.value.trim());
    notices.news(t.emojiSaved);
    close();
  };
  return (
    <Dialog title={t.emoji} close={close} class="question" testid="emoji-dialog">
      <form onSubmit={(event) => (event.preventDefault(), void action.run(save))}>
        <div class="emojis" role="radiogroup" aria-label={t.emoji}>
          {['', ...suggestions].map((emoji) => (
            <label key={emoji} class={emoji ? 'pick' : 'pick none'} data-testid="emoji-pick">
              <input
                type="radio"
                class="unseen"
                name="emoji"
                checked={chosen.value === emoji}
                onChange={() => (chosen.value = emoji)}
              />
              <span>{emoji || t.noEmoji}</span>
            </label>
          ))}
        </div>
        <label for="other-emoji">{t.otherEmoji}</label>
        <input
          id="other-emoji"
          autoComplete="off"
          maxLength={32}
          value={suggestions.some((emoji) => emoji === chosen.value) ? '' : chosen.value}
          onInput={(event) => (chosen.value = event.currentTarget.value)}
          data-testid="emoji-other"
        />
        <Outcome action={action} />
        <div class="choices">
          <button type="submit" class="button main" aria-disabled={action.busy.value} data-testid="emoji-save">
            {t.save}
          </button>
          <button type="button" class="button line" onClick={close} data-testid="emoji-cancel">
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
