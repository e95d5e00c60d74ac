/** Query of a list's export: its filters, and the visible columns that the export has. */
export const withColumns =
  (filtros: object, deFichero: readonly string[]) =>
  (visibles: readonly string[]): object => ({
    ...filtros,
    columnas: visibles.filter((c) => deFichero.includes(c)).join(),
  })
