/** Text normalised for search: lower case, without accents. */
export const llano = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es')
