/** Text as it is looked for: without accents, in lower case. */
export const llano = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es')
