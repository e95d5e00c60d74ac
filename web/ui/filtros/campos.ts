import type { Change } from '../../lib/api/direccion'

/** Props for the field of each filter in the address: its value and its setter. The setter also goes to the first page. */
export const camposOf =
  <B extends object>(busqueda: B, change: Change<B>) =>
  <K extends keyof B>(filtro: K) => ({
    valor: busqueda[filtro],
    onChange: (valor: B[K] | undefined, seguido?: boolean) =>
      void change({ [filtro]: valor, pagina: undefined } as Parameters<Change<B>>[0], seguido),
  })
