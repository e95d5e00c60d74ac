import { MIN_MUESTRAS } from '#contract/valores/calibracion'
import type { Db } from '../../db/cliente'
import { lockEmpresa } from '../../db/empresa'
import { noEncontrado } from '../../http/errores'
import { doEach } from '../../jobs/each'
import { addMuestra, learnCercania, learnLugar } from '../lugar/aprender'
import { fitExponente } from '../lugar/certeza'
import { packSumas } from '../lugar/guardado'
import { PARAMETROS } from '../lugar/parametros'
import { copySumas, joinPuntos, type Sumas } from '../lugar/sumas'
import { measureEfecto, numberMuestra, type Parte } from './efecto'
import { tablaDe } from './planta'
import { insertAprendido } from './repo'
import * as repo from './repo-escuela'
import { loadSaber, type Saber } from './saber'

/** Fewer confirmations cannot tell whether a plant got better by itself. */
const MIN_EXAMENES = 10
/** People's confirmations that are looked through for new ones. */
const RECIENTES = 1000

/** What a version learned from people is tried in so many parts. */
const PARTES = 5

type Confirmadas = { ids: number[]; lugares: number[]; partes: Parte[] }

/**
 * Teach what people said. One rest is one sample, and only of places that were walked: elsewhere single samples would weigh one place
 * against the others.
 * @returns ids of the confirmations that were learned from, the places that they are of, and what would be known without each part of them
 */
function learnConfirmadas(s: Saber, confirmadas: readonly repo.Confirmada[]): Confirmadas {
  const juntas = joinPuntos(s.sumas)
  const andados = new Set(
    juntas.lugares.filter(
      (_, e) => (juntas.propio[e] as number) < 0 && (juntas.muestras[e] as number) >= MIN_MUESTRAS,
    ),
  )
  const nuevas = confirmadas.filter((c) => c.nueva && andados.has(c.lugar))
  const antes = copySumas(s.sumas)
  const teach = (a: Sumas, cuales: typeof nuevas) => {
    for (const c of cuales) learnLugar(a, c.lugar, [numberMuestra(c.muestra, s.lectores)])
    return a
  }
  teach(s.sumas, nuevas)
  const partes = Array.from({ length: Math.min(PARTES, nuevas.length) }, (_, k) => ({
    ids: new Set(nuevas.filter((_, i) => i % PARTES === k).map((c) => c.id)),
    sumas: () =>
      teach(
        { ...copySumas(antes), cercania: s.sumas.cercania },
        nuevas.filter((_, i) => i % PARTES !== k),
      ),
  }))
  return { ids: nuevas.map((c) => c.id), lugares: nuevas.map((c) => c.lugar), partes }
}

/** Teach rests without doubt to the surroundings of their readers, and how near to its walk the plant lives. @returns of which places, from how many rests */
async function learnDescansos(tx: Db, empresa: number, s: Saber): Promise<{ n: number; lugares: number[] }> {
  const lugares = new Set<number>()
  const tabla = tablaDe(s.aprendido, s.planta, s.lectores)
  let n = 0
  for (const d of await repo.takeDescansos(tx, empresa)) {
    const propio = s.lectores.numeros.get(d.lector)
    const estado = propio === undefined ? -1 : s.sumas.propio.indexOf(propio)
    if (estado < 0) continue
    const muestra = numberMuestra(d.muestra, s.lectores)
    addMuestra(s.sumas, estado, muestra)
    learnCercania(s.sumas, tabla, muestra)
    lugares.add(s.sumas.lugares[estado] as number)
    n++
  }
  return { n, lugares: [...lugares] }
}

function motivoDe(confirmaciones: number, antes: number, ahora: number): string | null {
  if (confirmaciones < MIN_EXAMENES)
    return `Faltan confirmaciones para probarla: hay ${confirmaciones} de ${MIN_EXAMENES}.`
  return ahora < antes ? 'Nombra peor las últimas confirmaciones.' : null
}

/**
 * Learn from what people said and from rests without doubt. It is used only where it names the last confirmations no worse than what is
 * used now; else it is kept with why.
 * @param autor null: nobody asked for it
 * @returns the new version; null: there is nothing new
 */
export async function learnSolo(tx: Db, empresa: number, autor: string | null): Promise<number | null> {
  if ((await lockEmpresa(tx, empresa)) === undefined) throw noEncontrado('No existe esa empresa.')
  const s = (await loadSaber(tx, empresa)) as Saber
  const descansos = await learnDescansos(tx, empresa, s)
  const { ids, lugares, partes } = learnConfirmadas(s, await repo.listConfirmadas(tx, empresa, RECIENTES))
  if (!ids.length && !descansos.n) return null
  let efecto = await measureEfecto(tx, empresa, s, partes)
  const conocida = s.aprendido?.sumas.cercania ?? PARAMETROS.cercaniaPrevia
  if (efecto.ahora < efecto.antes && s.sumas.cercania !== conocida) {
    // What rests tell of the walk holds nothing else back.
    s.sumas.cercania = conocida
    efecto = await measureEfecto(tx, empresa, s, partes)
  }
  const motivo = motivoDe(efecto.confirmaciones, efecto.antes, efecto.ahora)
  await repo.removeIntentos(tx, empresa)
  const version = await insertAprendido(tx, {
    empresa,
    clase: descansos.n ? 'solo' : 'confirmaciones',
    autor,
    resumen: {
      ...efecto,
      lugares: new Set([...lugares, ...descansos.lugares]).size,
      muestras: ids.length + descansos.n,
      de: null,
      motivo,
    },
    sumas: packSumas(s.sumas, s.lectores),
    exponente: fitExponente(await repo.listCasos(tx, empresa)),
    activo: motivo === null,
  })
  if (motivo !== null) return version
  await repo.markConfirmadas(tx, ids, version)
  await repo.removeDescansos(tx, empresa)
  return version
}

/** Learn for the companies that have not for a day. One that fails keeps no other from it. */
export async function learnDebidas(db: Db): Promise<void> {
  await doEach(await repo.listDebidas(db), (e) => db.transaction().execute((tx) => learnSolo(tx, e, null)))
}
