// Lists the buttons and links that are smaller than a fingertip, 44 by 44 CSS pixels. An area around the drawn shape
// that takes a press counts, and links within sentences need not be as large.
() => {
  const found = [];
  const fingertip = 44;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest('.unseen, [inert]');
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  for (const e of (dialog ?? document).querySelectorAll('a[href], button, input, textarea, select, summary, [role=menuitem]')) {
    if (!shown(e) || e.disabled || getComputedStyle(e).display === 'inline') continue;
    e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = e.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const takes = (x, y) => {
      const at = document.elementFromPoint(x, y);
      return !!at && (e.contains(at) || at.closest('label')?.control === e);
    };
    const reach = (dx, dy) => {
      let n = 0;
      while (n < fingertip && takes(x + n * dx, y + n * dy)) n++;
      return n;
    };
    const [width, height] = [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)]; // the middle counts twice, for the halves at both ends
    if (Math.min(width, height) < fingertip) found.push(`<${e.localName} class="${e.className}"> ${e.textContent.slice(0, 20)}: ${width} x ${height}`);
  }
  scrollTo(0, 0);
  return found;
}
