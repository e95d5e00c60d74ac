import type { CambioAjustes, EnsayoAjustes } from '#contract/ajustes'
import { type Ajustes, NOMBRES_DE_AJUSTE, plazoEnPalabras } from '#contract/valores/ajustes'
import { DIAS_DE_ENSAYO, SIN_PRUEBA } from '#contract/valores/ensayo'
import { type AjustesEmpresa, isIgual, sortUmbrales } from '#contract/valores/umbrales'
import type { Db } from '../db/cliente'
import { isoPlanta } from '../tiempo'
import { cutEjemplos, type Efecto, isGolpe, pairNumeros, tryGolpes, tryLimite, tryParadas } from './ensayo'
import * as repo from './repo-ensayo'
import { getAjustes } from './service'

const DIA_MS = 86_400_000
const minutos = (n: number) => plazoEnPalabras(Math.round(n))

async function tryImpactos(
  db: Db,
  empresa: number,
  desde: Date,
  a: AjustesEmpresa,
  b: AjustesEmpresa,
): Promise<Efecto> {
  const golpes = await repo.listGolpes(db, empresa, desde)
  const bajan = pairNumeros(a, b).filter(([x, y]) => y.gImpacto < x.gImpacto)
  if (!bajan.length) return tryGolpes(golpes, a, b)
  const minimo = Math.min(...bajan.map(([, y]) => y.gImpacto))
  const tope = Math.max(...bajan.map(([x]) => x.gImpacto))
  const muestras = await repo.listMuestras(db, empresa, desde, minimo, tope)
  const todos = [...golpes, ...muestras.filter((g) => !isGolpe(g, a))].sort(
    (x, y) => x.dispositivo - y.dispositivo || x.tiempo.getTime() - y.tiempo.getTime(),
  )
  return tryGolpes(todos, a, b)
}

async function trySilencios(
  db: Db,
  empresa: number,
  desde: Date,
  a: Ajustes,
  b: Ajustes,
  clave: 'minutosViejo' | 'minutosPerdido',
): Promise<Efecto> {
  // Shorter silences than a stay survives are not kept.
  const minimo = Math.max(a.minutosSalida, Math.min(a[clave], b[clave]))
  const filas = await repo.listSilencios(db, empresa, desde, minimo)
  return tryLimite(
    clave === 'minutosViejo' ? 'transitos' : 'extravios',
    filas,
    (f) => f.minutos > a[clave],
    (f) => f.minutos > b[clave],
    (f) => `${minutos(f.minutos)} sin oírse`,
    b[clave] < a.minutosSalida,
  )
}

async function tryMovimientos(db: Db, empresa: number, desde: Date, a: Ajustes, b: Ajustes): Promise<Efecto> {
  const filas = await repo.listReposos(db, empresa, desde, a.segundosParado)
  return tryLimite(
    'movimientos',
    filas,
    () => true,
    (f) => f.segundos >= b.segundosParado,
    (f) => `se uniría al siguiente: ${Math.round(f.segundos)} s quieto`,
    b.segundosParado < a.segundosParado,
  )
}

/**
 * What of the last days would have been otherwise with other numbers, by what is kept of them. Throws 404.
 * @param otros the other numbers
 */
export async function tryAjustes(
  db: Db,
  empresa: number,
  otros: CambioAjustes,
  zona: string,
): Promise<EnsayoAjustes> {
  const a = await getAjustes(db, empresa)
  // As it would be kept.
  const b = { ...a, ...otros, umbrales: otros.umbrales ? sortUmbrales(otros.umbrales) : a.umbrales }
  const desde = new Date(Date.now() - DIAS_DE_ENSAYO * DIA_MS)
  const cambian = NOMBRES_DE_AJUSTE.filter((k) => a[k] !== b[k])
  const some = (...claves: (keyof Ajustes)[]) => claves.some((k) => cambian.includes(k))
  const efectos: Efecto[] = []
  if (!isIgual(a.umbrales, b.umbrales) || some('gImpacto', 'gImpactoPicos', 'segundosRafaga'))
    efectos.push(await tryImpactos(db, empresa, desde, a, b))
  if (some('segundosParado')) efectos.push(await tryMovimientos(db, empresa, desde, a, b))
  if (some('segundosEstancia', 'minutosSalida'))
    efectos.push(tryParadas(await repo.listParadas(db, empresa, desde), a, b))
  for (const clave of ['minutosViejo', 'minutosPerdido'] as const)
    if (some(clave)) efectos.push(await trySilencios(db, empresa, desde, a, b, clave))
  if (some('minutosLectorSinSenal')) {
    const calla = (limite: number) => (f: { valor: number }) => f.valor > limite
    const filas = await repo.listCallados(db, empresa)
    const [viejo, nuevo] = [calla(a.minutosLectorSinSenal), calla(b.minutosLectorSinSenal)]
    efectos.push(tryLimite('lectores', filas, viejo, nuevo, (f) => `${minutos(f.valor)} sin señal`))
  }
  if (some('bateriaBaja')) {
    const baja = (limite: number) => (f: { valor: number }) => f.valor < limite
    const filas = await repo.listBaterias(db, empresa, a, b)
    efectos.push(
      tryLimite(
        'baterias',
        filas,
        baja(a.bateriaBaja),
        baja(b.bateriaBaja),
        (f) => `${Math.round(f.valor)} %`,
      ),
    )
  }
  return {
    desde: isoPlanta(desde, zona),
    efectos: efectos.map((e) => cutEjemplos(e, (t) => isoPlanta(t, zona))),
    sin_prueba: cambian.filter((k) => SIN_PRUEBA.includes(k)),
  }
}
