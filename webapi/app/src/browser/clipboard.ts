/**
 * Puts a text into the clipboard; says whether that worked. Plain http has no clipboard API. Of a text that is not
 * there yet, the clipboard is asked at once: some browsers allow it only in answer to a press.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((all) => new Blob([all], plain)) }),
      ]);
    return true;
  } catch {
    return copyBySelection(await text);
  }
}

const plain = { type: 'text/plain' };

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'unseen';
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
