/** A person by name, in Japanese with the respect due to a person; an Echo is a thing. */
export const called = (name: string, echo: boolean): string => (echo ? name : `${name}さん`);
