/** Whether a tag has been heard at all, or since it was put on its container. */
export const isOido = (ultimo: string | null | undefined, desde: string | undefined): boolean =>
  Boolean(ultimo) && (desde === undefined || Date.parse(ultimo as string) > Date.parse(desde))
