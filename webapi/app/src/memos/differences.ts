/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** A word, a row of katakana, white space, or one character of a writing without spaces, with what joins it. */
const tokens =
  /[\p{sc=Katakana}ー]+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}][\p{M}'’]*)+|\s+|\p{RI}\p{RI}|\P{M}(?:[\p{M}\p{EMod}]|\u200d\P{M})*|\p{M}+/gu;

/** Finds the words, or characters, in which each of two texts differs from the other. */
export function differences(one: string, other: string): [Piece[], Piece[]] {
  const [a, b] = [one.match(tokens) ?? [], other.match(tokens) ?? []];
  const common = lengths(a, b);
  const [mine, theirs]: [Piece[], Piece[]] = [[], []];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    if (i < a.length && a[i] === b[j]) {
      mine.push({ text: a[i++]!, differs: false });
      theirs.push({ text: b[j++]!, differs: false });
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      mine.push({ text: a[i++]!, differs: true });
    else theirs.push({ text: b[j++]!, differs: true });
  }
  return [joined(mine), joined(theirs)];
}

/** The number of common tokens of the rests of two texts, in the same order. */
function lengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
}

/** Joins adjacent pieces of one kind; a space between two that differ counts as different. */
function joined(pieces: readonly Piece[]): Piece[] {
  const isSpace = (piece?: Piece) => !!piece && !piece.text.trim();
  const spaced = pieces.map((piece, i) =>
    isSpace(piece) ? { ...piece, differs: !!pieces[i - 1]?.differs && !!pieces[i + 1]?.differs } : piece,
  );
  const whole: Piece[] = [];
  for (const { text, differs } of spaced) {
    const last = whole.at(-1);
    if (last?.differs === differs) last.text += text;
    else whole.push({ text, differs });
  }
  return whole;
}
