import { useEffect, useMemo } from 'react'
import { type Change, entero, sinVacios, unaOf, useDireccion } from './api/direccion'
import { CABEN, readFilas } from './caben'

type Sentido = 'asc' | 'desc'

/** What the address of a list says; what is left out has its default. */
type DireccionLista<F, O> = F & { pagina?: number; filas?: number; orden?: O; sentido?: 'desc' }

/** The same with its defaults. */
type BusquedaLista<F, O> = F & { pagina: number; filas: number; orden: O; sentido: Sentido }

type Definicion<F, O> = {
  /** The rest of the address, filters above all; what does not fit is undefined. */
  read: (s: Record<string, unknown>) => F
  tamanos: readonly number[]
  /** Rows of a page at first; absent: as many as fit on the screen. */
  filas?: number
  /** Columns that the list may be sorted by. */
  ordenes: readonly O[]
  /** That by which it is sorted at first, upwards. */
  orden: O
}

/** A list whose page, page size and order live in the address, beside what else its screen keeps there. */
export const defineLista = <F extends object, O extends string>(d: Definicion<F, O>) => ({
  validate(s: Record<string, unknown>): Partial<DireccionLista<F, O>> {
    const filas = (d.filas ? unaOf : readFilas)(d.tamanos, s.filas)
    const orden = unaOf(d.ordenes, s.orden)
    return sinVacios<Partial<DireccionLista<F, O>>>({
      ...d.read(s),
      pagina: entero(s.pagina, 2, 1_000_000),
      filas: filas === (d.filas ?? CABEN) ? undefined : filas,
      orden: orden === d.orden ? undefined : orden,
      sentido: s.sentido === 'desc' ? 'desc' : undefined,
    })
  },
  complete: (b: Partial<DireccionLista<F, O>>) =>
    ({
      ...b,
      pagina: b.pagina ?? 1,
      filas: b.filas ?? d.filas ?? CABEN,
      orden: b.orden ?? d.orden,
      sentido: b.sentido ?? 'asc',
    }) as BusquedaLista<F, O>,
})

type Lista<F, O> = {
  validate: (s: Record<string, unknown>) => Partial<DireccionLista<F, O>>
  complete: (b: Partial<DireccionLista<F, O>>) => BusquedaLista<F, O>
}

/** What the address of a list says, and a way to change it. The list is defined once. */
export function useLista<F extends object, O extends string>({ validate, complete }: Lista<F, O>) {
  const [b, change] = useDireccion(validate)
  return [useMemo(() => complete(b), [b, complete]), change] as const
}

type Corte = { pagina: number; filas: number }

/** What a table needs to turn the pages of the address; without a total it has all rows itself. */
export const paginacionOf = <B extends object>(
  { pagina, filas }: Corte,
  change: Change<B>,
  total?: number,
) => {
  const put = (cambio: Partial<Corte>) => void change(cambio as Parameters<Change<B>>[0])
  return {
    pagina,
    filas,
    ...(total !== undefined && { total }),
    onPagina: (n: number) => put({ pagina: n }),
    onFilas: (n: number) => put({ filas: n, pagina: undefined }),
  }
}

/** What a table needs besides, to sort by the address. */
export const corteOf = <B extends object>(
  b: Corte & { orden: string; sentido: Sentido },
  change: Change<B>,
  total?: number,
) => ({
  orden: { columna: b.orden, sentido: b.sentido },
  onOrden: ({ columna, sentido }: { columna: string; sentido: Sentido }) =>
    void change({ orden: columna, sentido, pagina: undefined } as Parameters<Change<B>>[0]),
  paginacion: paginacionOf(b, change, total),
})

/**
 * A page beyond the last one, of rows that have gone meanwhile, leads to the last. Returns whether it is beyond.
 * @param total rows of the list; undefined while that is not known of these filters
 */
export function usePaginaPasada<B extends object>(
  { pagina, filas }: Corte,
  change: Change<B>,
  total: number | undefined,
): boolean {
  const ultima = total === undefined ? pagina : Math.max(1, Math.ceil(total / filas))
  const pasada = pagina > ultima
  useEffect(() => {
    if (pasada) void change({ pagina: ultima } as Parameters<Change<B>>[0], true)
  }, [pasada, ultima, change])
  return pasada
}
