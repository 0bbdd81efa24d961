/** A piece of a text; with an address it is a link. */
export interface Piece {
  text: string;
  href?: string;
}

/**
 * What follows the host of a URL as RFC 3986 has it: its characters are ASCII, so it ends where Japanese words follow.
 * A part of a path may consist of other letters; a part that begins with hiragana belongs to the sentence.
 */
const path = String.raw`(?:[/=_#](?!\p{sc=Hira})(?![\w\-.~])[\p{L}\p{N}ー]+|[\w\-.~:/?#[\]@!$&'()*+,;=%])*`;

/** A host in Latin letters, or an internationalised one. */
const host = String.raw`(?:[\p{sc=Latin}\d]|[\p{L}\p{N}-]+\.(?=[a-z]))[\p{sc=Latin}\d.-]*`;

/** An http or https URL. One with a user name before the host is not linked: it looks like another host. */
const url = String.raw`https?:\/\/(?![^\s/?#]*@)${host}${path}`;

/** A host without http. Endings that are also words are left out: a full stop without a space follows many of them. */
const bare = String.raw`(?:www\.[\p{sc=Latin}\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}|[\p{sc=Latin}\d][\p{sc=Latin}\d.-]*[\p{sc=Latin}\d]\.(?:com|net|org|edu|gov|info|app|dev|io|eu|de|fr|uk|jp|cn|kr|nl|ch|ca))(?![\p{sc=Latin}\d@-]|\.[a-z])(?:[/?#:]${path})?`;

const email = String.raw`(?:mailto:)?[a-z0-9][\w.+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}`;

/** Digits that resemble a telephone number: a postal code, a date, an ISBN. */
const other = String.raw`〒 ?\d{3}-?\d{4}|[12]\d{3}[-/.]\d\d?[-/.]\d\d?(?!\d)|ISBN(?:-1[03])?[: ]*[\dX -]+`;

/** The separators between the groups of a telephone number. */
const gap = String.raw`(?:-| |\)-?| ?\(|\) )`;

/** Telephone numbers as they are written in Japan, the United Kingdom, France and Germany, from +, and in North America. */
const tel = [
  String.raw`\(?0[1-9]\d{0,3}${gap}\d{1,4}${gap}\d{3,4}`,
  String.raw`0[1-9](?:(?<between>[ .-])\d\d)(?:\k<between>\d\d){3}`,
  String.raw`\(?0[1-9]\d{1,3}${gap}\d{6,8}`,
  String.raw`0(?:1[5-7]|[2-9])\d{1,4} ?\/ ?(?:\d{5,8}|\d\d(?: \d\d){2,3})(?:-\d{1,4})?(?!\/)`,
  String.raw`0[1-9]\d{8,9}`,
  String.raw`\+81[- ]?(?:\(0\))?[- ]?[1-9]\d{0,4}[- ]?\d{1,4}[- ]?\d{3,4}`,
  String.raw`(?:\+?1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])\d{3}[-.]\d{4}`,
  String.raw`\+1[2-9]\d{9}`,
  String.raw`\+1 [2-9]\d\d \d{3} \d{4}`,
  String.raw`\+[2-79]\d{0,2}[- ]?(?:\(0\))?[- ]?\d{1,4}(?:(?:[- ]?\d{2,4}){0,2}[- ]?\d{3,8}|(?:[- ]\d\d){4})`,
  String.raw`\+8[02-9]\d?[- ]?\d{1,4}(?:[- ]?\d{2,4}){0,2}[- ]?\d{3,8}`,
].join('|');

/** One of them, with the character before it, and not as a part of a longer number or word. */
const pattern = `(^|[^a-z0-9])(?:(${url})|(${email})|(?:${other})|(?<phone>${tel})(?![-.:]?\\d|[a-z%円])|(?<site>${bare}))`;

/** The substrings one of which every text with a link contains, so that most texts are not scanned. */
const hint = /:\/\/|@|\d[\d() ./-]{7}|\.[a-z]{2}/i;

/** Splits a text into links and the text between them; joined, the pieces are the text. */
export function piecesOf(text: string): Piece[] {
  const plain = narrow(text);
  if (!hint.test(plain)) return [{ text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of plain.matchAll(new RegExp(pattern, 'giu'))) {
    const [all, before = '', web, mail] = match;
    const { phone, site } = match.groups ?? {};
    const address = web ?? site;
    const found = address ? withoutStop(address) : all.slice(before.length);
    const at = match.index + before.length;
    const href =
      (web && found) ||
      (mail && mailTo(before, mail)) ||
      (phone && dialable(plain.slice(Math.max(0, at - 2), at), phone)) ||
      (site && !/[@/._-]/.test(before) && `https://${found}`);
    if (!href) continue;
    if (at > end) pieces.push({ text: text.slice(end, at) });
    end = at + found.length;
    pieces.push({ text: text.slice(at, end), href });
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** The text with full-width digits, letters and hyphens made narrow, each in its place. */
function narrow(text: string): string {
  return text
    .replace(/[０-９（）＋－]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/(\d)[\u2010-\u2013\u2212ー](?=\d)/g, '$1-')
    .replace(/\u3000/g, ' ');
}

/** A URL without the punctuation of the sentence around it, and without a bracket that was opened before it. */
function withoutStop(found: string): string {
  let kept = found;
  for (;;) {
    const last = kept.at(-1)!;
    const opened = last === ')' ? '(' : last === ']' ? '[' : '';
    const closes = opened && kept.split(last).length > kept.split(opened).length;
    if (!closes && !/[.,:;!?'*]/.test(last)) return kept;
    kept = kept.slice(0, -1);
  }
}

/** The mailto address; "" within a URL. */
const mailTo = (before: string, mail: string): string =>
  before === '/' ? '' : `mailto:${mail.replace(/^mailto:/i, '')}`;

/** The text before digits that are a price, a part of a number, or an identifier. */
const noCall = /\d[.,:]$|\w-$|[¥￥$€£#]$/;

/** The address of a telephone number; "" with too few or too many digits, or after other letters. */
function dialable(before: string, phone: string): string {
  if (noCall.test(before)) return '';
  const digits = phone.replace('(0)', '').replace(/[^+\d]/g, '');
  const inTwo = /^0\d+[ -]\d+$|\//.test(phone); // a prefix and a number, which is of another length in Germany
  const [least, most] = digits.startsWith('+') ? [10, 16] : inTwo ? [9, 12] : [10, 11];
  return digits.length >= least && digits.length <= most ? `tel:${digits}` : '';
}
