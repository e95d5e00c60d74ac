import { useEffect, useMemo } from 'react'
import { type Change, entero, sinVacios, unaOf, useDireccion } from './api/direccion'
import { CABEN, readFilas } from './caben'

type Sentido = 'asc' | 'desc'

/** Search params of a list; an absent one has its default. */
type DireccionLista<F, O> = F & { pagina?: number; filas?: number; orden?: O; sentido?: 'desc' }

/** The same with defaults filled in. */
type BusquedaLista<F, O> = F & { pagina: number; filas: number; orden: O; sentido: Sentido }

type Definicion<F, O> = {
  /** The other search params, mainly filters; an invalid one becomes undefined. */
  read: (s: Record<string, unknown>) => F
  tamanos: readonly number[]
  /** Default page size; absent: as many rows as fit on the screen. */
  filas?: number
  /** Columns that the list may be sorted by. */
  ordenes: readonly O[]
  /** Column of the default order, ascending. */
  orden: O
}

/** A list that keeps page, page size and order in the address, beside the other search params of its screen. */
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

/** The search params of a list with a setter. Each list is defined once. */
export function useLista<F extends object, O extends string>({ validate, complete }: Lista<F, O>) {
  const [b, change] = useDireccion(validate)
  return [useMemo(() => complete(b), [b, complete]), change] as const
}

type Corte = { pagina: number; filas: number }

/** Pagination props of a table; without a total the table has all rows itself. */
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

/** Sorting props of a table whose order is in the address. */
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
 * A page beyond the last one, because rows were removed meanwhile, redirects to the last page. Returns whether it was beyond.
 * @param total rows of the list; undefined while it is not known for these filters
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
