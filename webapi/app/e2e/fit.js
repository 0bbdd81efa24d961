// Lists what does not fit a screen of this width in CSS pixels: a page that scrolls sideways, words that are cut off,
// and elements that are covered when they have the focus.
(width) => {
  const found = [];
  const report = (what, e) => found.push(`${what}: <${e.localName} class="${e.className}"> ${e.textContent.slice(0, 30)}`);
  if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const forReaders = (e) => !!e && (getComputedStyle(e).clipPath === 'inset(50%)' || forReaders(e.parentElement));
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest('svg') && !forReaders(e);
  const scrolls = (e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth;
  const inScroller = (e) => { while ((e = e.parentElement)) if (scrolls(e)) return true; return false; };
  for (const e of document.body.querySelectorAll('*')) {
    const words = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!words || !shown(e)) continue;
    const box = e.getBoundingClientRect();
    if (!inScroller(e) && (box.right > width + 1 || box.left < -1)) report('beyond the edge', e);
    const { overflowX, textOverflow } = getComputedStyle(e);
    if (overflowX !== 'visible' && textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1) report('cut off', e);
    if (e.localName === 'button' && overflowX === 'visible' && e.scrollWidth > e.clientWidth + 1) report('beyond its button', e);
  }
  const before = document.activeElement;
  const menu = document.querySelector('[role=menu]'); // as good as a dialog
  for (const e of document.querySelectorAll('a[href], button, input, textarea, select, summary, [tabindex="0"]')) {
    if (!shown(e) || e.disabled || (menu && !menu.contains(e))) continue;
    if (document.activeElement === e) e.blur(); // otherwise it would not scroll into view again
    e.focus();
    if (document.activeElement !== e) continue; // behind a dialog
    const box = e.getBoundingClientRect();
    const at = (x, y) => e.contains(document.elementFromPoint(x, y));
    const middle = box.left + box.width / 2;
    if (![0.2, 0.5, 0.8].some((part) => at(middle, box.top + box.height * part))) report('covered', e);
  }
  before.focus();
  scrollTo(0, 0);
  return found;
}
