/** The words recognised so far; isFinal: they do not change any more. */
export interface Heard {
  readonly isFinal: boolean;
  readonly 0: { readonly transcript: string };
}

/** The part of the Web Speech API's SpeechRecognition that is used here. */
export interface Recognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onstart: (() => void) | null;
  onspeechstart: (() => void) | null;
  onresult: ((event: { readonly results: ArrayLike<Heard> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

/** Why listening ended. */
export type HearingEnd = 'done' | 'silent' | 'refused' | 'broken';

/** The dependencies of listen. */
export interface DictationNeeds {
  recognizer: Recognizer;
  /** A BCP 47 tag. */
  language: string;
  /** Receives all words recognised so far, each time they change. */
  heard(text: string): void;
  /** Called once, at the end. */
  ended(why: HearingEnd): void;
  /** Milliseconds without a sound after which it ends; longer while the browser still asks for the microphone. */
  patience: number;
  asking: number;
}

/** How long a browser may hear nothing, and how long its permission prompt may stay open, in milliseconds. */
export const patience = 5000;
export const asking = 30_000;

/** The language to listen for, by the page's language. */
export const speechLanguage = (language: string): string => (language === 'ja' ? 'ja-JP' : 'en-US');

/** The browser's recogniser; undefined if there is none. */
export function recognizerOf(scope: object): (new () => Recognizer) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as Record<string, (new () => Recognizer) | undefined>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/**
 * Listens for one utterance, and returns a function that ends it. Some browsers
 * start and then never report anything: a watchdog ends that.
 */
export function listen({ recognizer: r, language, heard, ended, patience, asking }: DictationNeeds): () => void {
  let open = true;
  let something = false;
  let timer: ReturnType<typeof setTimeout>;
  const end = (why: HearingEnd) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    r.onresult = r.onerror = r.onend = r.onstart = r.onspeechstart = null;
    r.abort();
    ended(why);
  };
  const quiet = () => end(something ? 'done' : 'silent');
  const watch = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(quiet, ms);
  };
  r.lang = language;
  r.interimResults = true;
  r.continuous = false; // some phones repeat themselves when it is true
  r.onstart = r.onspeechstart = () => watch(patience);
  r.onresult = ({ results }) => {
    something = true;
    watch(patience);
    heard(transcriptOf(results));
  };
  r.onerror = ({ error }) => end(reasonOf(error, something));
  r.onend = quiet;
  watch(asking);
  try {
    r.start();
  } catch {
    end('broken');
  }
  return () => end('done');
}

function transcriptOf(results: ArrayLike<Heard>): string {
  return Array.from(results, (result) => result[0].transcript)
    .join('')
    .trim();
}

/** Maps an error code of the Web Speech API. */
function reasonOf(error: string, something: boolean): HearingEnd {
  if (error === 'not-allowed' || error === 'service-not-allowed') return 'refused';
  if (something || error === 'aborted') return 'done';
  return error === 'no-speech' ? 'silent' : 'broken';
}

/** Appends a spoken text to a text, with a space in scripts that use spaces. */
export function withSpoken(before: string, spoken: string): string {
  const spaced = /[\u0021-\u024f]$/u.test(before) && /^[\u0021-\u024f]/u.test(spoken);
  return spaced ? `${before} ${spoken}` : before + spoken;
}
