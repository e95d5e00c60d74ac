import type { Change } from '../../lib/api/direccion'

/**
 * What the field of each filter of an address needs: what the address says, and the way to say something else, which
 * leads to the first page of what is left.
 */
export const camposOf =
  <B extends object>(busqueda: B, change: Change<B>) =>
  <K extends keyof B>(filtro: K) => ({
    valor: busqueda[filtro],
    onChange: (valor: B[K] | undefined, seguido?: boolean) =>
      void change({ [filtro]: valor, pagina: undefined } as Parameters<Change<B>>[0], seguido),
  })
