import { inspect } from 'node:util';
import { Signal } from '@preact/signals';

/** Returns every signal that can be reached from a page, by the shortest way to it, such as "lists.pages". */
export function signalsOf(page: object): Map<string, Signal<unknown>> {
  const found = new Map<string, Signal<unknown>>();
  const seen = new Set<unknown>();
  const rest: [string, unknown][] = [['', page]];
  for (const [path, value] of rest) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Signal) found.set(path, value);
    else for (const [name, inner] of Object.entries(value)) rest.push([path ? `${path}.${name}` : name, inner]);
  }
  return found;
}

/** The values of all signals of a page and of the signals inside them, by name. */
export type Dump = Map<string, { value: unknown; text: string }>;

/** Records the values of all signals of a page. */
export function dump(page: object): Dump {
  const whole = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
  const states = [...signalsOf(page)].map(([name, signal]) => [name, signal.peek()] as const);
  return new Map(states.map(([name, value]) => [name, { value, text: inspect(value, whole) }]));
}

/** Returns the names of the signals whose value is not the same as before, even if it is equal. */
export function changedSince(before: Dump, page: object): string[] {
  const now = dump(page);
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => {
    const [was, is] = [before.get(name), now.get(name)];
    return !was || !is || !Object.is(was.value, is.value) || was.text !== is.text;
  });
}

/** Records each signal of a page that changes from now on, by its name. */
export function watchSignals(page: object): { changed: Set<string>; stop(): void } {
  const changed = new Set<string>();
  let watching = false;
  const stops = [...signalsOf(page)].map(([name, signal]) =>
    signal.subscribe(() => void (watching && changed.add(name))),
  );
  watching = true;
  return { changed, stop: () => stops.forEach((stop) => stop()) };
}
