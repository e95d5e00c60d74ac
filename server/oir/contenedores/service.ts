import type { z } from 'zod'
import type { changeEtiqueta, Hallazgo } from '#contract/oir/contenedores/contenedores'
import { DESHACER_ETIQUETA_S } from '#contract/parque/dispositivos/etiqueta-values'
import { normalizeMacSerie } from '#contract/values/comunes'
import { checkMac } from '../../parque/dispositivos/service'
import { checkRota, markRota } from '../../parque/dispositivos/service-rota'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto } from '../../platform/http/errores'
import type { Contenedor } from './repo'
import * as repo from './repo-etiqueta'

type Who = Pick<Principal, 'usuarioId' | 'username'>
type Cambio = z.output<NonNullable<(typeof changeEtiqueta)['body']>>

function checkEnUso(c: Contenedor): void {
  if (c.eliminado) throw conflicto('Ese contenedor está eliminado.', 'eliminado')
}

async function writeMac(tx: Db, c: Contenedor, mac: string): Promise<void> {
  if (await repo.saveMac(tx, c.id, mac)) return
  const dueno = await repo.findDueno(tx, mac, c.empresa)
  throw conflicto(
    dueno ? `La MAC ${mac} ya es de ${dueno}.` : `La MAC ${mac} ya es de otro dispositivo.`,
    'mac_repetida',
  )
}

/** Gives a container another tag. Its previous tag becomes free, or is marked as broken. */
export async function putEtiqueta(tx: Db, c: Contenedor, b: Cambio, who: Who, zona: string): Promise<void> {
  checkEnUso(c)
  checkMac(b.mac_serie, b.es_serie === true)
  if (b.mac_serie === c.mac) throw conflicto(`Ya lleva la etiqueta ${c.mac}.`, 'misma_etiqueta')
  await checkRota(tx, c.empresa, b.mac_serie, b.usar_rota, zona)
  await writeMac(tx, c, b.mac_serie)
  if (b.anterior === 'rota') await markRota(tx, c.id, c.mac, who.username)
}

const quedan = (moment: Date) => DESHACER_ETIQUETA_S - (Date.now() - moment.getTime()) / 1000

/** When a container's tag was last changed, and for how many seconds more this user may take that back. */
export async function findPlazo(
  db: Db,
  id: number,
  who: Who,
): Promise<{ momento: Date | null; deshacer_s: number }> {
  const last = await repo.findLastCambio(db, id)
  const suyo = last !== undefined && !last.vuelta && last.usuario_id === who.usuarioId
  return { momento: last?.momento ?? null, deshacer_s: suyo ? Math.max(0, quedan(last.momento)) : 0 }
}

/** Gives a container the tag back that this user removed less than a minute ago. */
export async function takeBackEtiqueta(tx: Db, c: Contenedor, who: Who): Promise<void> {
  checkEnUso(c)
  const last = await repo.findLastCambio(tx, c.id)
  if (!last || last.vuelta || last.usuario_id !== who.usuarioId || last.despues !== c.mac)
    throw conflicto('No hay ningún cambio de etiqueta tuyo que deshacer.', 'nada_que_deshacer')
  if (quedan(last.momento) <= 0)
    throw conflicto('Ha pasado más de un minuto: ya no se puede deshacer.', 'tarde')
  await writeMac(tx, c, last.antes)
}

/** The target of a scanned code. A mac names exactly one tag; a nickname is tried only if nothing has that mac. */
export async function lookUp(
  db: Db,
  q: { mac?: string; apodo?: string },
  empresa: number | null,
  zona: string,
): Promise<Hallazgo> {
  const mac = q.mac === undefined ? null : normalizeMacSerie(q.mac)
  const porMac = mac === null ? [] : await repo.listHallados(db, mac, null, empresa)
  const data =
    porMac.some((d) => !d.eliminado) || q.apodo === undefined
      ? porMac
      : await repo.listHallados(db, mac, q.apodo, empresa)
  if (mac === null || data.some((d) => !d.eliminado)) return { data, previos: [], rota: false }
  const [previos, rota] = await Promise.all([
    repo.listPrevious(db, mac, empresa, zona),
    repo.isMarcada(db, mac, empresa),
  ])
  return { data, previos, rota }
}
