import { wordFamilias } from '#contract/flujo/prevision/values'
import { notify } from '../../avisos/avisos/notify'
import type { Falta, OnFalta } from './faltas'

const link = (f: Falta) => `/ciclo?vista=prevision&serie=${f.serie}`

const familiasOf = (f: Falta) => (/^[*]?$/.test(f.familia) ? [] : [f.familia])

/** One notice when a shortage is expected or present, and one when it is over. */
export const notifyFalta: OnFalta = {
  onOpen: (tx, empresa, f) =>
    notify(tx, {
      empresa,
      tipo: 'falta',
      clave: `falta:${f.id}:abre`,
      datos: {
        etapa: f.etapa,
        familia: wordFamilias(f.familia),
        stock: f.stock,
        minimo: f.minimo ?? 0,
        porciento: f.ya || f.p === null ? null : Math.round(f.p * 100),
        hora: f.ya ? null : (f.hora?.toISOString() ?? null),
        desde: f.momento.toISOString(),
      },
      enlace: link(f),
      lugares: f.lugares,
      familias: familiasOf(f),
    }),
  onClose: (tx, empresa, f) =>
    notify(tx, {
      empresa,
      tipo: 'falta_pasada',
      clave: `falta:${f.id}:cierra`,
      datos: {
        etapa: f.etapa,
        familia: wordFamilias(f.familia),
        stock: f.stock,
        minimo: f.minimo,
        desde: f.momento.toISOString(),
      },
      enlace: link(f),
      lugares: f.lugares,
      familias: familiasOf(f),
    }),
}
