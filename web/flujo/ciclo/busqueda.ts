import { LISTAS_CICLO, type ListaCiclo, ORDENES_CICLO } from '#contract/flujo/ciclos/cuadro-values'
import { entero, palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'
import { VER } from './prevision/queries'

export const TAMANOS = [20, 50, 100, 200] as const
export const VISTAS_CICLO = ['ciclo', 'antiguedad', 'prevision', 'metas', 'lista'] as const
export type VistaCiclo = (typeof VISTAS_CICLO)[number]

const MAX_ID = 2 ** 53 - 1
const instante = (v: unknown) =>
  typeof v === 'string' && !Number.isNaN(Date.parse(v)) && v.length < 40 ? v : undefined

const LISTA = defineLista({
  read: (s) => ({
    vista: unaOf(VISTAS_CICLO, s.vista),
    ciclo: entero(s.ciclo, 1, MAX_ID),
    /** A list over all loops. */
    todos: unaOf(['si'] as const, s.todos),
    familia: palabra(s.familia, 64),
    que: unaOf(LISTAS_CICLO, s.que),
    etapa: entero(s.etapa, 1, MAX_ID),
    a: entero(s.a, 1, MAX_ID),
    desde: instante(s.desde),
    hasta: instante(s.hasta),
    /** The open forecast, and the filter of the forecasts. */
    serie: entero(s.serie, 1, MAX_ID),
    ver: unaOf(VER, s.ver),
    mios: unaOf(['true'] as const, s.mios),
    /** Stage of the trend; absent: the rounds. */
    tendencia: entero(s.tendencia, 1, MAX_ID),
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: ORDENES_CICLO,
  orden: 'coste',
})

export type BusquedaCiclo = ReturnType<typeof LISTA.complete>

/** Search params of `/ciclo`. */
export const useBusquedaCiclo = () => useLista(LISTA)

/** Filters of a list; an absent one does not filter. */
export type Figura = {
  que: ListaCiclo
  ciclo?: number | undefined
  familia?: string | undefined
  etapa?: number | undefined
  a?: number | undefined
  desde?: string | undefined
  hasta?: string | undefined
}

const VIVAS: readonly ListaCiclo[] = ['dentro', 'atascados', 'aparte']
/** Lists of containers that stand somewhere; they have batch actions. */
export const isViva = (que: ListaCiclo) => VIVAS.includes(que)

/** Search params of the list behind a figure. */
export const searchOf = (f: Figura) => ({
  vista: isViva(f.que) ? ('antiguedad' as const) : ('lista' as const),
  ...Object.fromEntries(Object.entries(f).filter(([, v]) => v !== undefined)),
})

/** Address of the list behind a figure. */
export const hrefOf = (f: Figura) =>
  `/ciclo?${new URLSearchParams(Object.entries(searchOf(f)).map(([k, v]): [string, string] => [k, String(v)]))}`
