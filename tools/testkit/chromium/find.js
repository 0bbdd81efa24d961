// Gives the visible elements that a target means: a data-testid, or a CSS
// selector if it begins with one of # [ . and of those only the ones that say
// the text, in their value, content or label.
(target, text) => {
  const selector = /^[#[.]/.test(target) ? target : `[data-testid="${target}"]`;
  const says = (e) => [e.matches('input, textarea') ? e.value : e.textContent, e.getAttribute('aria-label') ?? ''];
  return [...document.querySelectorAll(selector)].filter(
    (e) => e.checkVisibility({ visibilityProperty: true }) && says(e).some((s) => s.includes(text)),
  );
}
