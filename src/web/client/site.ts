/** The only script of the pages. Each page is complete without it. */

const SUGGEST_AFTER_MS = 120;
/** Less is the beginning of too many names. */
const MIN_TYPED = 2;
const CARET_KEYS = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight']);

interface Suggestion {
  readonly text: string;
  readonly note: string;
  readonly url: string;
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** Groups of radio buttons, one for each row of a list to choose; the last button is none of the candidates. */
const choices = [...document.querySelectorAll<HTMLElement>('[data-choice]')];
let choiceAt = -1;
document.addEventListener('keydown', (event) => {
  if (choices.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (
    event.target instanceof HTMLElement &&
    event.target.matches('textarea, select, input:not([type=radio])')
  )
    return;
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
  if (step !== 0) choiceAt = Math.min(Math.max(choiceAt + step, 0), choices.length - 1);
  const radios = [...(choices[choiceAt]?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  const pressed =
    event.key === 'n'
      ? radios.at(-1)
      : /^[1-9]$/.test(event.key)
        ? radios.slice(0, -1)[Number(event.key) - 1]
        : undefined;
  if (pressed) pressed.checked = true;
  const shown = pressed ?? (step === 0 ? undefined : (radios.find(({ checked }) => checked) ?? radios[0]));
  if (!shown) return;
  event.preventDefault();
  shown.focus();
  shown.scrollIntoView({ block: 'center' });
});

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

for (const field of document.querySelectorAll<HTMLInputElement>('input[data-suggest]')) combobox(field);
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) copying(button);
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
for (const place of document.querySelectorAll<HTMLElement>('[data-live]')) void follow(place);
const again = document.querySelector<HTMLElement>('[data-reload]')?.dataset.reload;
if (again) setTimeout(() => location.reload(), Number(again) * 1_000);

/** ARIA combobox with a list: the field keeps the focus, arrows move the choice, Escape closes. */
function combobox(field: HTMLInputElement): void {
  const { suggest: source = '' } = field.dataset;
  const list = document.createElement('ul');
  const said = document.createElement('div');
  list.id = `${field.id}-list`;
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  said.className = 'unseen';
  said.setAttribute('role', 'status');
  field.after(list, said);
  set(field, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  });
  field.autocomplete = 'off';
  let found: readonly Suggestion[] = [];
  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    choose(-1);
    field.setAttribute('aria-expanded', 'false');
  };
  const choose = (at: number) => {
    chosen = at;
    [...list.children].forEach((item, place) => {
      item.setAttribute('aria-selected', String(place === at));
    });
    if (at < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `${list.id}-${at}`);
  };
  const show = (suggestions: readonly Suggestion[]) => {
    found = suggestions;
    list.replaceChildren(...suggestions.map((one, at) => option(one, `${list.id}-${at}`)));
    list.hidden = suggestions.length === 0;
    field.setAttribute('aria-expanded', String(suggestions.length > 0));
    const words = suggestions.length === 1 ? 'suggestion' : 'suggestions';
    said.textContent = suggestions.length === 0 ? '' : `${suggestions.length} ${words}`;
    choose(-1);
  };
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const url = `${source}?q=${encodeURIComponent(field.value.trim())}`;
    const answer = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok || signal.aborted) return;
    const { suggestions } = (await answer.json()) as { suggestions: readonly Suggestion[] };
    if (!signal.aborted && document.activeElement === field) show(suggestions);
  };
  const go = (at: number) => {
    const url = found[at]?.url;
    if (url) location.assign(url);
  };

  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking?.abort();
    if (field.value.trim().length < MIN_TYPED) close();
    else timer = setTimeout(() => void ask(), SUGGEST_AFTER_MS);
  });
  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing) return;
    if (list.hidden) {
      const isRequested =
        (key === 'ArrowDown' || key === 'ArrowUp') && field.value.trim().length >= MIN_TYPED;
      if (!isRequested) return;
      void ask();
      return event.preventDefault();
    }
    // Back to the text, whose caret moves as ever.
    if (CARET_KEYS.has(key)) return choose(-1);
    const count = found.length;
    if (key === 'ArrowDown') choose(chosen + 1 < count ? chosen + 1 : -1);
    else if (key === 'ArrowUp') choose(chosen < 0 ? count - 1 : chosen - 1);
    else if (key === 'Enter' && chosen >= 0) go(chosen);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  // Before the field loses its focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    if (item) go([...list.children].indexOf(item));
  });
}

function option({ text, note }: Suggestion, id: string): HTMLElement {
  const item = document.createElement('li');
  const small = document.createElement('small');
  set(item, { role: 'option', id, 'aria-selected': 'false' });
  small.textContent = note;
  item.append(text, ' ', small);
  return item;
}

function set(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function copying(button: HTMLButtonElement): void {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}

/** `data-live`: where to ask for `{ texts: { name: text }, done, everyMs }`; texts go to the elements `data-text=name` in it. */
async function follow(place: HTMLElement): Promise<void> {
  const { live = '' } = place.dataset;
  for (;;) {
    const answer = await fetch(live, { headers: { accept: 'application/json' } }).catch(() => null);
    if (!answer?.ok) return;
    const reported = (await answer.json()) as LiveState;
    for (const element of place.querySelectorAll<HTMLElement>('[data-text]')) {
      const text = reported.texts[element.dataset.text ?? ''];
      if (text === undefined) continue;
      if (element instanceof HTMLProgressElement) element.value = Number(text);
      else if (element.textContent !== text) element.textContent = text;
    }
    if (reported.done) return location.reload();
    await new Promise((resolve) => setTimeout(resolve, reported.everyMs));
  }
}

interface LiveState {
  readonly texts: Readonly<Record<string, string>>;
  readonly done: boolean;
  readonly everyMs: number;
}

export {};
