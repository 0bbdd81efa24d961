/** Applies a style sheet that the page does not use yet, by the id of its link; resolves when it is loaded. */
export function styled(id: string): Promise<void> {
  const link = document.getElementById(id);
  if (!link?.hasAttribute('disabled')) return Promise.resolve();
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => {
      link.setAttribute('disabled', ''); // the next call loads it again
      fail(new Error(id));
    };
    link.removeAttribute('disabled');
  });
}
