// Small means of the page: elements, text, choices that are remembered, requests.

export const element = (id) => document.getElementById(id);

// Puts text where it differs, so that selections and screen readers are left in peace.
export function put(id, text) {
  const place = element(id);
  if (place.textContent !== text) { place.textContent = text; }
  return place;
}

// Puts text, and shows the element only where there is some.
export function tell(id, text) {
  put(id, text).hidden = !text;
}

export function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// What the reader has chosen. A browser may refuse to keep anything.
export const memory = {
  get(name, usual) {
    try { return localStorage.getItem('whereismy.' + name) ?? usual; } catch { return usual; }
  },
  set(name, value) {
    try { localStorage.setItem('whereismy.' + name, value); } catch { /* It holds for this page then. */ }
  },
};

// Fills a <select> with [value, words] and remembers what is chosen.
export function choose(id, name, choices, changed) {
  const list = element(id);
  list.replaceChildren(...choices.map(([value, words]) => make('option', { value, textContent: words })));
  const kept = memory.get(name, choices[0][0]);
  list.value = choices.some(([value]) => value === kept) ? kept : choices[0][0];
  list.addEventListener('change', () => {
    memory.set(name, list.value);
    changed();
  });
  return list;
}

// An answer; a server that makes too many long ones just now is asked again a little later.
export async function ask(address, options) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address, options);
    const wait = answer.status === 503 ? Number(answer.headers.get('Retry-After')) : 0;
    if (!(wait > 0) || tries === 6) { return answer; }
    await new Promise((resolve) => { setTimeout(resolve, 1000 * Math.min(wait, 10) * (0.5 + Math.random())); });
  }
}

// A JSON answer; an error with the server's words for any other.
export async function request(address, options) {
  const answer = await ask(address, { cache: 'no-store', ...options });
  if (answer.ok) { return { body: await answer.json(), date: answer.headers.get('Date') }; }
  const problem = await answer.json().catch(() => ({}));
  const words = problem && (problem.detail || problem.title);
  throw Object.assign(new Error(typeof words === 'string' ? words : 'status ' + answer.status), { status: answer.status });
}

// The clipboard of the browser, or, where the page is no secure context, the old way.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make('textarea', { value: text, readOnly: true, className: 'unseen' });
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}

// Copies on a press, and says on the button for a while whether that worked.
export function copyOnPress(button, text) {
  const words = button.textContent;
  button.addEventListener('click', async () => {
    button.textContent = await copy(text()) ? 'Copied' : 'Not copied';
    setTimeout(() => { button.textContent = words; }, 2000);
  });
}
