/** Applies a style sheet that the page names and does not use yet, by the id of its link; resolves once it is there. */
export function styled(id: string): Promise<void> {
  const link = document.getElementById(id);
  if (!link?.hasAttribute('disabled')) return Promise.resolve();
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => {
      link.setAttribute('disabled', ''); // the next call asks for it again
      fail(new Error(id));
    };
    link.removeAttribute('disabled');
  });
}
