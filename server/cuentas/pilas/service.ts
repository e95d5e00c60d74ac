import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { answerPila, createCambiosPila, listPilas, ResultadoPila } from '#contract/cuentas/pilas/pilas'
import { DESHACER_PILA_S } from '#contract/cuentas/pilas/values'
import { normalizeMacSerie } from '#contract/values/comunes'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { keepDichas } from './keep'
import { countYa as findYa, type List } from './repo'
import { lockPilas } from './repo-keep'
import * as repo from './repo-write'
import { hasEnded } from './rules'

type Filters = Omit<z.output<NonNullable<(typeof listPilas)['query']>>, 'page' | 'per_page'>

/** The list that a request asks for. Throws 404 for another company. */
export const listOf = (principal: Principal, q: Filters, zona: string): List => ({
  empresa: empresaVisible(principal, q.empresa),
  familia: q.familia ?? null,
  modelo: q.modelo ?? null,
  clases: q.clase ? [q.clase] : null,
  motivo: q.motivo ?? null,
  search: q.search ?? null,
  orden: q.orden,
  sentido: q.sentido,
  zona,
})

/** Number of batteries to change now, by family. @param empresa null: of all companies */
export const countYa = (db: Db, empresa: number | null) => findYa(db, empresa)

const HOUR_MS = 3_600_000
/** Two users who scan the same tag within this time report the same exchange. */
const MISMO_MS = HOUR_MS

type Cambios = z.output<NonNullable<(typeof createCambiosPila)['body']>>
type Cambio = Cambios['cambios'][number]

/** The container that a code names, within what the caller may see. */
function findNamed(named: readonly repo.Named[], c: Cambio): repo.Named | string {
  const suyas = named.filter((p) => p.pedido === c.contenedor || p.pedido === normalizeMacSerie(c.contenedor))
  const ids = new Set(suyas.map((p) => p.id))
  if (ids.size > 1) return 'Hay varios contenedores con ese nombre: usa su MAC.'
  return suyas[0] ?? 'No existe ese contenedor.'
}

/** Writes that batteries were put in. A repeated request gets the same answer as the first. */
export async function writeCambios(tx: Db, principal: Principal, { cambios, empresa: pedida }: Cambios) {
  const empresa = empresaVisible(principal, pedida)
  await lockPilas(tx)
  const nombres = [...new Set(cambios.flatMap((c) => [c.contenedor, normalizeMacSerie(c.contenedor)]))]
  const puestas = await repo.listNamed(tx, nombres, empresa)
  const claves = cambios.map((c) => c.clave)
  const sent = new Map(
    (await repo.listSent(tx, claves, [...new Set(puestas.map((p) => p.empresa))])).map((s) => [s.clave, s]),
  )
  const ahora = Date.now()
  const nuevos = new Map<string, repo.NewCambio>()
  /** When the current battery of each container was put in, as far as known. */
  const desde = new Map(puestas.map((p) => [p.id, p.desde?.getTime() ?? Number.NEGATIVE_INFINITY]))
  /** The answer to each; `cambio` as a key: the entry that is written with it. */
  const answers = cambios.map(
    (c): { message: string; p: repo.Named | null; cambio: number | string | null } => {
      const p = findNamed(puestas, c)
      if (typeof p === 'string') return { message: p, p: null, cambio: null }
      const clave = c.clave.toLowerCase()
      const before = sent.get(clave)
      if (before) return { message: before.anulado ? 'Se deshizo.' : 'Pila cambiada.', p, cambio: before.id }
      const cuando = ahora - c.hace_s * 1000
      if (!nuevos.has(clave)) {
        if (Math.abs(cuando - (desde.get(p.id) as number)) < MISMO_MS)
          return { message: 'Ya constaba.', p, cambio: null }
        desde.set(p.id, cuando)
        nuevos.set(clave, {
          clave,
          empresa: p.empresa,
          dispositivo: p.id,
          clase: 'cambio',
          mac: p.mac,
          cuando: new Date(cuando),
          acabada: hasEnded(p.clase, p.ultimo?.getTime() ?? null, cuando),
          anula: null,
        })
      }
      return { message: 'Pila cambiada.', p, cambio: clave }
    },
  )
  const ids = await repo.addCambios(tx, [...nuevos.values()], principal.usuarioId)
  await keepDichas(tx, [...nuevos.values()])
  return {
    resultados: answers.map(
      ({ message, p, cambio }, i): ResultadoPila => ({
        clave: (cambios[i] as Cambio).clave,
        status: p ? 'success' : 'error',
        message,
        cambio: typeof cambio === 'string' ? (ids.get(cambio) ?? null) : cambio,
        apodo: p && (p.apodo ?? p.mac),
      }),
    ),
  }
}

/** Takes back entries of the last minute. Throws 404 for unknown entries, 409 where it is too late. */
export async function undoCambios(tx: Db, principal: Principal, cambios: readonly number[]): Promise<void> {
  await lockPilas(tx)
  const pedidos = [...new Set(cambios)]
  const escritos = await repo.listEscritos(tx, pedidos, empresaVisible(principal, undefined))
  if (escritos.length < pedidos.length || escritos.some((e) => e.clase === 'anulado'))
    throw noEncontrado('No existe ese cambio de pila.')
  const vivos = escritos.filter((e) => !e.anulado)
  if (vivos.some((e) => e.hace_s > DESHACER_PILA_S))
    throw conflicto('Solo se puede deshacer en el primer minuto.', 'tarde')
  await repo.addCambios(
    tx,
    vivos.map((e) => ({ ...e, clave: randomUUID(), clase: 'anulado', acabada: false, anula: e.id })),
    principal.usuarioId,
  )
  await keepDichas(tx, vivos)
}

type Respuesta = z.output<NonNullable<(typeof answerPila)['body']>>

/**
 * Writes a user's answer about a tag that came back with fresh voltage; null where it was sent before. Throws 404 for another company's
 * tag, 409 where nothing is asked, 400 for a day in the future or before the last reading with the old battery.
 */
export async function writeRespuesta(
  tx: Db,
  principal: Principal,
  r: Respuesta,
  zona: string,
): Promise<number | null> {
  await lockPilas(tx)
  const [p] = await repo.listNamed(tx, [r.contenedor], empresaVisible(principal, undefined))
  if (!p) throw noEncontrado('No existe ese contenedor.')
  if ((await repo.listSent(tx, [r.clave], [p.empresa])).length) return null
  if (!p.fresca_desde) throw conflicto('Ya está respondido.', 'respondido')
  const ahora = DateTime.now().setZone(zona)
  const dia = r.dia === null ? null : DateTime.fromISO(r.dia, { zone: zona })
  const antes = DateTime.fromJSDate(p.fresca_desde).setZone(zona).startOf('day')
  if (dia && dia > ahora) throw entradaNoValida('Ese día no ha llegado.', 'dia')
  if (dia && dia < antes)
    throw entradaNoValida(`El ${antes.toFormat('dd/MM/yyyy')} aún tenía la pila vieja.`, 'dia')
  // A chosen day has no hour: the exchange counts as no earlier than the last reading with the old battery.
  const cuando = dia ? Math.max(dia.toMillis(), p.fresca_desde.getTime()) : ahora.toMillis()
  const ids = await repo.addCambios(
    tx,
    [
      {
        clave: r.clave.toLowerCase(),
        empresa: p.empresa,
        dispositivo: p.id,
        clase: dia ? 'cambio' : 'no_fue',
        mac: p.mac,
        cuando: new Date(cuando),
        acabada: dia !== null,
        anula: null,
      },
    ],
    principal.usuarioId,
  )
  await keepDichas(tx, [{ empresa: p.empresa, dispositivo: p.id }])
  return ids.get(r.clave.toLowerCase()) ?? null
}
