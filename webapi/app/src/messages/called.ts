/** A name in Japanese, with さん for a person and without it for an Echo. */
export const called = (name: string, echo: boolean): string => (echo ? name : `${name}さん`);
