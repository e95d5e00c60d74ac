import { formatEvidencia, TITULOS_CAUSA } from '#contract/avisos/causas/values'
import type { Db } from '../../../platform/db/client'
import { countDetras } from '../../causas/service'
import { type Hecho, notify, notifyAll } from '../notify'
import { type CambioRow, type CausaRow, countAvisados, findCausa, takeCambios } from './repo-hechos'

/** Changes reported in one transaction. */
const BATCH = 200

const entero = new Intl.NumberFormat('es', { maximumFractionDigits: 0, useGrouping: 'always' })

/** What broke, in short: `Lector sin señal: Muelle 3`. */
function queOf(c: CausaRow): string {
  if (c.clase === 'red' && c.evidencia.lectores)
    return `${TITULOS_CAUSA.red}: ${entero.format(c.evidencia.lectores)} lectores callados a la vez`
  const lector = c.lector && `${c.lector}${c.lugar && c.lugar !== c.lector ? ` (${c.lugar})` : ''}`
  return lector ? `${TITULOS_CAUSA[c.clase]}: ${lector}` : TITULOS_CAUSA[c.clase]
}

/** The evidence in words; null where the name of the cause is enough. */
const porqueOf = ({ clase, evidencia }: CausaRow): string | null =>
  clase === 'mudo' || clase === 'red' ? null : formatEvidencia(clase, evidencia)

const abre = (id: number) => `causa:${id}:abre`

/** One notice when a cause opens and one when it closes, in the same transaction. */
export const notifyCausa = {
  async onOpen(tx: Db, empresa: number, id: number): Promise<void> {
    const c = await findCausa(tx, id)
    if (!c) return
    await notify(tx, {
      empresa,
      tipo: 'causa_abierta',
      clave: abre(id),
      datos: {
        que: queOf(c),
        contenedores: await countDetras(tx, id),
        desde: c.desde.toISOString(),
        porque: porqueOf(c),
      },
      enlace: `/causas/${id}`,
      lugares: c.lugar_id === null ? [] : [c.lugar_id],
    })
  },
  async onClose(tx: Db, empresa: number, id: number): Promise<void> {
    const c = await findCausa(tx, id)
    if (!c) return
    await notify(tx, {
      empresa,
      tipo: 'causa_cerrada',
      clave: `causa:${id}:cierra`,
      datos: {
        que: queOf(c),
        contenedores: await countAvisados(tx, empresa, abre(id)),
        desde: c.desde.toISOString(),
        hasta: (c.hasta ?? new Date()).toISOString(),
      },
      enlace: `/causas/${id}`,
      lugares: c.lugar_id === null ? [] : [c.lugar_id],
    })
  },
}

const inventario = (filter: Record<string, string>, lugar: string | null) =>
  `/poc-status?${new URLSearchParams({ ...filter, ...(lugar ? { ubicacion: lugar } : {}) })}`

/** The fact that a change is reported as. */
function hechoOf(c: CambioRow): Hecho {
  const contenedor = c.apodo ?? c.mac
  const base = {
    empresa: c.empresa,
    clave: `cambio:${c.id}`,
    lugares: c.lugar_id === null ? [] : [c.lugar_id],
    familias: c.familia === null ? [] : [c.familia],
    grupo: String(c.lugar_id ?? ''),
  }
  if (c.clase === 'golpe')
    return {
      ...base,
      tipo: 'golpe',
      datos: {
        contenedor,
        lugar: c.lugar,
        impactos: c.impactos ?? 1,
        g: c.a === null ? null : Number(c.a),
        desde: c.tiempo.toISOString(),
      },
      enlace:
        c.incidencia === null
          ? '/incidencias?ver=abiertas'
          : `/incidencias?ver=abiertas&incidencia=${c.incidencia}`,
    }
  const junto = { contenedores: [contenedor], n: 1, lugar: c.lugar }
  if (c.clase === 'bateria')
    return {
      ...base,
      tipo: 'bateria',
      datos: { ...junto, porciento: c.bateria, desde: c.tiempo.toISOString() },
      enlace: inventario({ bateria: 'Baja' }, c.lugar),
    }
  return {
    ...base,
    tipo: 'extravio',
    datos: { ...junto, desde: (c.ultimo ?? c.tiempo).toISOString() },
    enlace: inventario({ posible_estado: 'Posible extravío' }, c.lugar),
  }
}

/**
 * Notifies people of changes not reported yet. Each change is taken and reported in one transaction. If one of a batch fails, they are
 * reported one by one, and only that one is left for the next run.
 */
export async function notifyCambios(db: Db): Promise<void> {
  let failure: unknown
  let after = 0
  for (let max = BATCH; ; ) {
    let last = 0
    try {
      await db.transaction().execute(async (tx) => {
        const taken = await takeCambios(tx, after, max)
        last = taken.last
        await notifyAll(tx, taken.filas.map(hechoOf))
      })
      if (!last) break
    } catch (e) {
      if (!last) throw e
      if (max === 1) {
        failure ??= e
        after = last
        max = BATCH
      } else max = 1
    }
  }
  if (failure) throw failure
}
