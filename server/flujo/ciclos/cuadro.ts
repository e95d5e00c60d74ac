import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { CuadroCiclo, EtapaCuadro, getCuadro, setAtascos, setMetas } from '#contract/flujo/ciclos/cuadro'
import {
  COBERTURA_MIN,
  DIAS_CALLADO_MAX,
  type Meta,
  POCOS_DATOS,
  SIN_META,
} from '#contract/flujo/ciclos/cuadro-values'
import { findPersona } from '../../personas/usuarios/service-usuarios'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { lockEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { saveAtascos } from './atascos/repo-atascos'
import type { CicloData } from './medida'
import * as repo from './repo-cuadro'

type Pedido = z.output<NonNullable<(typeof getCuadro)['query']>>

const enHoras = (minutes: number | null) => (minutes === null ? null : minutes / 60)
const enDias = (minutes: number | null) => (minutes === null ? null : minutes / 1440)

type EtapaMedida = CicloData['etapas'][string]

/** Where many of the expected containers are not seen, the stage reports that instead of its figures. */
const isCorta = (m: EtapaMedida | undefined): boolean => (m?.cobertura?.diferencia ?? 0) > COBERTURA_MIN

function presentEtapa(e: repo.EtapaViva, m: EtapaMedida | undefined): EtapaCuadro {
  const corta = isCorta(m)
  const vale = m !== undefined && m.n >= POCOS_DATOS && !corta
  const plazo = vale ? enHoras(m.p90) : null
  return {
    ...e,
    n: m?.n ?? 0,
    mediana_h: vale ? enHoras(m.mediana) : null,
    p90_h: vale ? enHoras(m.p90) : null,
    q95_h: vale ? enHoras(m.q95) : null,
    // Before the first measurement no limits are known either.
    sin_limite: m ? e.sin_limite : 0,
    meta: e.meta ?? SIN_META,
    general: e.general ?? SIN_META,
    propuesta: {
      plazo_h: plazo === null ? null : plazo < 10 ? Math.ceil(plazo * 2) / 2 : Math.ceil(plazo),
      ...(m?.stock ?? { minimo: null, objetivo: null, maximo: null }),
    },
    cobertura:
      corta && m?.cobertura
        ? {
            se_ven: m.cobertura.media,
            deberian: m.cobertura.esperado,
            lectores: m.lectores.map((l) => ({ mac: l.mac, Apodo: l.apodo })),
          }
        : null,
  }
}

function presentPasos(pasos: CicloData['pasos']): CuadroCiclo['pasos'] {
  return pasos.map(({ de, a, n, mediana, p90, parte }) => {
    const vale = n >= POCOS_DATOS
    return { de, a, n, mediana_h: vale ? enHoras(mediana) : null, p90_h: vale ? enHoras(p90) : null, parte }
  })
}

const MINUTOS_ANNO = 365 * 1440

function presentVueltas(v: CicloData['vueltas'] | undefined): CuadroCiclo['vueltas'] {
  if (!v || v.n < POCOS_DATOS) return { n: v?.n ?? 0, mediana_d: null, p90_d: null, al_anno: null }
  return {
    n: v.n,
    mediana_d: enDias(v.mediana),
    p90_d: enDias(v.p90),
    al_anno: v.media ? MINUTOS_ANNO / v.media : null,
  }
}

function presentWeeks(d: CicloData | null, zona: string): CuadroCiclo['semanas'] {
  return (d?.semanas ?? []).map((s) => ({
    desde: isoPlanta(new Date(s.desde), zona),
    hasta: isoPlanta(new Date(s.hasta), zona),
    vueltas: s.vueltas.n,
    mediana_d: enDias(s.vueltas.mediana),
    etapas: Object.entries(s.etapas).map(([id, { n, mediana }]) => ({
      id: Number(id),
      n,
      mediana_h: isCorta(d?.etapas[id]) ? null : enHoras(mediana),
    })),
  }))
}

/** Version of the targets of a family, by which a concurrent change is noticed. */
const versionOf = (etapas: readonly { id: number; meta: Meta | null }[], euros: number | null): string =>
  createHash('sha256')
    .update(JSON.stringify([etapas.map((e) => [e.id, e.meta]), euros]))
    .digest('hex')
    .slice(0, 16)

/** Reads a loop, and the loops that the caller may choose from. Throws 404 for a loop that the caller may not see. */
export async function readCuadro(
  db: Db,
  principal: Principal,
  { ciclo, familia, empresa }: Pedido,
  zona: string,
) {
  const ciclos = await repo.listVisibles(db, empresaVisible(principal, empresa))
  const elegido = ciclo === undefined ? ciclos[0] : ciclos.find((c) => c.id === ciclo)
  if (!elegido) {
    if (ciclo !== undefined) throw noEncontrado('No existe ese ciclo.')
    return { ciclos, ciclo: null }
  }
  const { id, nombre } = elegido
  const donde = { empresa: elegido.empresa, ciclo: id, etapa: null, familia: familia ?? null }
  const [medida, etapas, euros_dia] = await Promise.all([
    repo.findMedida<CicloData>(db, id, familia ?? ''),
    repo.listEtapasVivas(db, donde),
    repo.findCoste(db, elegido.empresa, familia ?? ''),
  ])
  const data = medida?.datos ?? null
  const cuadro: CuadroCiclo = {
    id,
    nombre,
    empresa: elegido.empresa,
    familias: medida?.familias ?? [],
    medido: isoPlanta(medida?.hecha ?? null, zona),
    desde: data && isoPlanta(new Date(data.desde), zona),
    etapas: etapas.map((e) => presentEtapa(e, data?.etapas[e.id])),
    pasos: presentPasos(data?.pasos ?? []),
    vueltas: presentVueltas(data?.vueltas),
    semanas: presentWeeks(data, zona),
    euros_dia,
    version: versionOf(etapas, euros_dia),
  }
  return { ciclos, ciclo: cuadro }
}

type Metas = z.output<NonNullable<(typeof setMetas)['body']>>

/** Throws 404 for another company's loop, and 409 where another user changed the targets meanwhile. @returns the new version */
export async function writeMetas(tx: Db, principal: Principal, m: Metas): Promise<string> {
  const ciclos = await repo.listVisibles(tx, empresaVisible(principal, undefined))
  const suyo = ciclos.find((c) => c.id === m.ciclo)
  if (!suyo) throw noEncontrado('No existe ese ciclo.')
  const readVersion = async () =>
    versionOf(await repo.listMetas(tx, suyo.id, m.familia), await repo.findCoste(tx, suyo.empresa, m.familia))
  await lockEmpresa(tx, suyo.empresa)
  if ((await readVersion()) !== m.version)
    throw conflicto(
      'Otra persona ha cambiado las metas mientras tanto. Recárguelas para ver sus cambios.',
      'metas_cambiadas',
    )
  await repo.saveMetas(tx, suyo.empresa, suyo.id, m.familia, m.etapas)
  await repo.saveCoste(tx, suyo.empresa, m.familia, m.euros_dia)
  return readVersion()
}

type AtascosChange = z.output<NonNullable<(typeof setAtascos)['body']>>

function checkCallado(hasta: Date): void {
  const days = (hasta.getTime() - Date.now()) / 86_400_000
  if (days <= 0) throw entradaNoValida('Esa fecha ya ha pasado.', 'callado_hasta')
  if (days > DIAS_CALLADO_MAX)
    throw entradaNoValida(`Como mucho ${DIAS_CALLADO_MAX} días sin contar.`, 'callado_hasta')
}

/** Throws 404 where `lleva` is not a user of the containers' company; the caller is always accepted. */
export async function writeAtascos(tx: Db, principal: Principal, change: AtascosChange) {
  let empresa = empresaVisible(principal, undefined)
  if (change.lleva != null && change.lleva !== principal.usuarioId) {
    const persona = await findPersona(tx, change.lleva)
    if (!persona || (empresa !== null && persona.empresa !== empresa))
      throw noEncontrado('Esa persona no es de la empresa del contenedor.')
    empresa = persona.empresa
  }
  const callado_hasta = change.callado_hasta == null ? change.callado_hasta : new Date(change.callado_hasta)
  if (callado_hasta) checkCallado(callado_hasta)
  const hechos = new Set(
    await saveAtascos(tx, change.contenedores, empresa, {
      ...(change.lleva !== undefined && { lleva: change.lleva }),
      ...(change.nota !== undefined && { nota: change.nota || null }),
      ...(callado_hasta !== undefined && { callado_hasta }),
    }),
  )
  return {
    resultados: [...new Set(change.contenedores)].map((mac) =>
      hechos.has(mac)
        ? { mac, status: 'success' as const, message: 'Anotado.' }
        : { mac, status: 'error' as const, message: 'Ya no está en ninguna etapa.' },
    ),
  }
}
