import { useEffect } from 'preact/hooks';
import { Rarely } from '../later';
import { useFamily } from '../page_context';
import { press } from './press';

/** Handles the keyboard: the keys of the list, and the shortcuts with the dialog that lists them. */
export function Keys() {
  const page = useFamily();
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const row = (event.target as Element).closest<HTMLElement>('[data-key]');
      const key = { key: event.key, row: row?.dataset['key'] ?? '', onRow: row === event.target };
      if (press(key, page)) event.preventDefault();
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  if (!page.shortcuts.value) return null;
  const close = () => (page.shortcuts.value = false);
  return <Rarely meanwhile={null}>{({ Shortcuts }) => <Shortcuts close={close} />}</Rarely>;
}

/** Whether a key belongs to something else: a command of the browser, a field, a dialog or a menu. */
function isTaken({ defaultPrevented, isComposing, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return true;
  const at = target as HTMLElement;
  return at.isContentEditable || !!at.closest('input, textarea, select, dialog, [role=menu]');
}
