import type { CambioAjustes, EnsayoAjustes } from '#contract/parque/ajustes/ajustes'
import { DIAS_DE_ENSAYO, SIN_PRUEBA } from '#contract/parque/ajustes/ensayo-values'
import { type AjustesEmpresa, isIgual, sortUmbrales } from '#contract/parque/ajustes/umbrales-values'
import { type Ajustes, NOMBRES_DE_AJUSTE, plazoEnPalabras } from '#contract/parque/ajustes/values'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'
import { cutEjemplos, type Effect, isGolpe, pairNumbers, tryGolpes, tryLimite, tryParadas } from './ensayo'
import * as repo from './repo-ensayo'
import { getAjustes } from './service'

const DAY_MS = 86_400_000
const minutes = (n: number) => plazoEnPalabras(Math.round(n))

async function tryImpactos(
  db: Db,
  empresa: number,
  desde: Date,
  a: AjustesEmpresa,
  b: AjustesEmpresa,
): Promise<Effect> {
  const golpes = await repo.listGolpes(db, empresa, desde)
  const bajan = pairNumbers(a, b).filter(([x, y]) => y.gImpacto < x.gImpacto)
  if (!bajan.length) return tryGolpes(golpes, a, b)
  const minimum = Math.min(...bajan.map(([, y]) => y.gImpacto))
  const limit = Math.max(...bajan.map(([x]) => x.gImpacto))
  const muestras = await repo.listMuestras(db, empresa, desde, minimum, limit)
  const all = [...golpes, ...muestras.filter((g) => !isGolpe(g, a))].sort(
    (x, y) => x.dispositivo - y.dispositivo || x.tiempo.getTime() - y.tiempo.getTime(),
  )
  return tryGolpes(all, a, b)
}

async function trySilencios(
  db: Db,
  {
    empresa,
    desde,
    a,
    b,
    clave,
  }: { empresa: number; desde: Date; a: Ajustes; b: Ajustes; clave: 'minutosViejo' | 'minutosPerdido' },
): Promise<Effect> {
  // Silences shorter than the gap that ends a stay are not stored.
  const minimum = Math.max(a.minutosSalida, Math.min(a[clave], b[clave]))
  const rows = await repo.listSilencios(db, empresa, desde, minimum)
  return tryLimite(clave === 'minutosViejo' ? 'transitos' : 'extravios', rows, {
    before: (f) => f.minutos > a[clave],
    despues: (f) => f.minutos > b[clave],
    detalle: (f) => `${minutes(f.minutos)} sin oírse`,
    al_menos: b[clave] < a.minutosSalida,
  })
}

async function tryMovimientos(db: Db, empresa: number, desde: Date, a: Ajustes, b: Ajustes): Promise<Effect> {
  const rows = await repo.listReposos(db, empresa, desde, a.segundosParado)
  return tryLimite('movimientos', rows, {
    before: () => true,
    despues: (f) => f.segundos >= b.segundosParado,
    detalle: (f) => `se uniría al siguiente: ${Math.round(f.segundos)} s quieto`,
    al_menos: b.segundosParado < a.segundosParado,
  })
}

/**
 * What would have been different in the last days under other settings, from the stored data. Throws 404.
 * @param otros the other settings
 */
export async function tryAjustes(
  db: Db,
  empresa: number,
  otros: CambioAjustes,
  zona: string,
): Promise<EnsayoAjustes> {
  const a = await getAjustes(db, empresa)
  // In the form in which it would be saved.
  const b = { ...a, ...otros, umbrales: otros.umbrales ? sortUmbrales(otros.umbrales) : a.umbrales }
  const desde = new Date(Date.now() - DIAS_DE_ENSAYO * DAY_MS)
  const cambian = NOMBRES_DE_AJUSTE.filter((k) => a[k] !== b[k])
  const some = (...claves: (keyof Ajustes)[]) => claves.some((k) => cambian.includes(k))
  const effects: Effect[] = []
  if (!isIgual(a.umbrales, b.umbrales) || some('gImpacto', 'gImpactoPicos', 'segundosRafaga'))
    effects.push(await tryImpactos(db, empresa, desde, a, b))
  if (some('segundosParado')) effects.push(await tryMovimientos(db, empresa, desde, a, b))
  if (some('segundosEstancia', 'minutosSalida'))
    effects.push(tryParadas(await repo.listParadas(db, empresa, desde), a, b))
  for (const clave of ['minutosViejo', 'minutosPerdido'] as const)
    if (some(clave)) effects.push(await trySilencios(db, { empresa, desde, a, b, clave }))
  if (some('minutosLectorSinSenal')) {
    const calla = (limite: number) => (f: { valor: number }) => f.valor > limite
    const rows = await repo.listCallados(db, empresa)
    const [old, nuevo] = [calla(a.minutosLectorSinSenal), calla(b.minutosLectorSinSenal)]
    effects.push(
      tryLimite('lectores', rows, {
        before: old,
        despues: nuevo,
        detalle: (f) => `${minutes(f.valor)} sin señal`,
      }),
    )
  }
  if (some('bateriaBaja')) {
    const baja = (limite: number) => (f: { valor: number }) => f.valor < limite
    const rows = await repo.listBaterias(db, empresa, a, b)
    effects.push(
      tryLimite('baterias', rows, {
        before: baja(a.bateriaBaja),
        despues: baja(b.bateriaBaja),
        detalle: (f) => `${Math.round(f.valor)} %`,
      }),
    )
  }
  return {
    desde: isoPlanta(desde, zona),
    efectos: effects.map((e) => cutEjemplos(e, (t) => isoPlanta(t, zona))),
    sin_prueba: cambian.filter((k) => SIN_PRUEBA.includes(k)),
  }
}
