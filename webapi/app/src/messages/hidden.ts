/** Characters that are invisible by themselves, except those that may change how their neighbours look. */
const alone =
  /[\u2800\ufff9-\ufffb\u{16fe4}\u{1d159}\p{NChar}]|(?![\u180e\u200c-\u200d\u{e0020}-\u{e007f}\p{VS}])\p{DI}/gu;

/** In a group: a character with a selector of its variant, or the flag of a region; otherwise a selector or tag. */
const variants =
  /([\p{N}\p{P}\p{S}\u2139\p{sc=Han}\p{sc=Mymr}\p{sc=Phag}][\ufe00-\ufe0f]|\p{sc=Han}[\u{e0100}-\u{e01ef}]|(?=\p{L})\p{sc=Mong}[\u180b-\u180d\u180f]|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|[\p{VS}\u{e0020}-\u{e007f}]/gu;

/** In a group: a character with a joiner that may change its form; otherwise a joiner. */
const joiners =
  /([\p{L}\p{M}\p{N}\p{S}][\u200c-\u200d](?=[\p{L}\p{M}\p{N}\p{S}])|[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Syrc}\p{sc=Taml}\p{sc=Telu}]\u200d|(?!\u180e)\p{sc=Mong}\u180e(?=(?!\u180e)\p{sc=Mong}))|[\u180e\u200c-\u200d]/gu;

/** A text without characters that people cannot see, as models.DropHidden of the server returns it. */
export function dropHidden(text: string): string {
  return text.replace(alone, '').replace(variants, '$1').replace(joiners, '$1');
}
