// The answer of a person to an app (GET /oauth/authorize) or a device (GET /oauth/device).
const main = document.querySelector('main');
const part = (id) => document.getElementById(id);
const message = part('message');
const answers = part('answers');
const typed = part('typed');
const { to, find, query, person, failed, allowed, refused } = main.dataset;

/** The code of the question on the page. */
let asked = '';

async function post(path, body) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, options);
  const found = response.status === 204 ? {} : await response.json();
  if (response.status === 401) {
    location.reload(); // the page sends the browser to the sign-in
  }
  if (!response.ok) {
    throw new Error(found.detail);
  }
  return found;
}

// during disables every button while work runs, and shows why it failed.
async function during(work) {
  const all = [...document.querySelectorAll('button')];
  const set = (disabled) => {
    for (const button of all) {
      button.disabled = disabled;
    }
  };
  set(true);
  message.textContent = '';
  try {
    await work();
  } catch (error) {
    message.textContent = (error instanceof TypeError ? '' : error.message) || failed;
  } finally {
    set(false);
  }
}

async function answer(allow) {
  if (!typed) {
    const found = await post(to, { query, allow, person });
    location.replace(found.location);
    return;
  }
  await post(to, { code: asked, allow, person });
  for (const each of [typed, part('asked'), part('scopes'), answers]) {
    each.hidden = true;
  }
  message.textContent = allow ? allowed : refused;
}

async function show() {
  const code = part('code').value;
  const found = await post(find, { code });
  if (part('code').value !== code) {
    return; // it was edited in the meantime
  }
  asked = code;
  part('asked').textContent = found.asks;
  const items = found.allows.map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  });
  part('scopes').replaceChildren(...items);
  for (const each of [part('asked'), part('scopes'), answers]) {
    each.hidden = false;
  }
}

answers.addEventListener('click', (event) => {
  const { allow } = event.target.dataset;
  if (allow) {
    during(() => answer(allow === 'true'));
  }
});

typed?.addEventListener('submit', (event) => {
  event.preventDefault();
  during(show);
});

// Another code needs its own question.
typed?.addEventListener('input', () => {
  answers.hidden = true;
});
