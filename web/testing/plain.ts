/** A text with plain spaces, where it has some that do not break a line. */
export const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')
