import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalacionSalud, PlantaSalud } from '#contract/operacion/salud/salud'
import {
  DIAS_MEDIDA_MIN,
  GRUPOS_BASE,
  type GrupoBase,
  type NombreTrabajo,
  TRABAJOS_DICHOS,
} from '#contract/operacion/salud/values'
import { readRetenidas } from '../../avisos/avisos/delivery/service-salidas'
import { readSesionesMqtt } from '../../oir/lecturas/service'
import { type Config, ROOT } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { countPendientes } from '../../platform/db/migrate'
import { listEstadoTrabajos } from '../../platform/jobs/service'
import { machineClock } from '../../platform/time/machine-clock'
import { isoPlanta } from '../../platform/time/time'
import { folderCopias, listCopias } from '../copias/diaria'
import { readPlanta } from './repo'
import { findSizeSample, measureBase, readVersionBase } from './repo-base'
import { listProcessHeartbeats } from './repo-process-heartbeat'

/** Within this time the cached answer is returned, ms. */
const VALE_MS = 5000

const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version

type Ajustes = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'COPIAS_DIR' | 'COPIAS_DIAS' | 'DEMO' | 'TZ_PLANTA'>

/** Days until `libre` bytes are used up; null: nothing grows, or it is not known. */
const diasHasta = (libre: number, alDia: number | null) => (alDia && alDia > 0 ? libre / alDia : null)

/** The state of Retorna itself and of each plant. Costs a few short queries, and reads no table that grows with the plant. */
export function createEstado(db: Db, config: Ajustes) {
  const zona = config.TZ_PLANTA
  let ultima: { cuando: number; estado: Promise<InstalacionSalud> } | null = null

  async function readBase(): Promise<InstalacionSalud['base']> {
    const [now, before] = [await measureBase(db), await findSizeSample(db)]
    const crece = before && before.dias >= DIAS_MEDIDA_MIN ? before : null
    const grupos = (Object.keys(GRUPOS_BASE) as GrupoBase[]).map((grupo) => {
      const bytes = now.get(grupo) ?? 0
      return { grupo, bytes, al_dia: crece && (bytes - (crece.grupos.get(grupo) ?? 0)) / crece.dias }
    })
    const bytes = grupos.reduce((suma, g) => suma + g.bytes, 0)
    const al_dia = crece && grupos.reduce((suma, g) => suma + (g.al_dia ?? 0), 0)
    const integrada = config.DATABASE_URL === undefined
    // If the disk cannot be read, it is unknown, as for a database on another machine.
    const lleno = integrada ? await statfs(config.DATA_DIR).catch(() => null) : null
    const libre = lleno ? lleno.bavail * lleno.bsize : 0
    return {
      integrada,
      bytes,
      al_dia,
      dias: crece?.dias ?? null,
      grupos,
      disco: lleno && { libre, total: lleno.blocks * lleno.bsize, dias: diasHasta(libre, al_dia) },
    }
  }

  async function readTrabajos(): Promise<InstalacionSalud['trabajos']> {
    const rows = new Map((await listEstadoTrabajos(db)).map((f) => [f.nombre, f]))
    return (Object.keys(TRABAJOS_DICHOS) as NombreTrabajo[]).map((nombre) => {
      const f = rows.get(nombre)
      return {
        nombre,
        esperan: f?.esperan ?? 0,
        en_marcha: f?.en_marcha ?? 0,
        espera_desde: isoPlanta(f?.espera_desde ?? null, zona),
        hecho: isoPlanta(f?.hecho ?? null, zona),
        ms: f?.ms ?? null,
        fallado: isoPlanta(f?.fallado ?? null, zona),
        error: f?.error ?? null,
        fallos: f?.fallos ?? 0,
      }
    })
  }

  async function readVersiones(): Promise<InstalacionSalud['versiones']> {
    const { postgres, migraciones } = await readVersionBase(db)
    return {
      retorna: VERSION,
      postgres,
      node: process.versions.node,
      migraciones: migraciones.length,
      pendientes: countPendientes(migraciones),
    }
  }

  async function readSalidas(): Promise<InstalacionSalud['retenidas']> {
    const r = await readRetenidas(db)
    if (!r) return null
    const entregas = Object.values(r.entregas).reduce((suma, n) => suma + n, 0)
    return { desde: isoPlanta(r.desde, zona), cuantas: entregas + r.vistas }
  }

  function readReloj(): InstalacionSalud['reloj'] {
    const { doubt } = machineClock
    return (
      doubt && {
        desde: isoPlanta(new Date(doubt.since), zona),
        adelanto_s: Math.round(doubt.ahead / 1000),
      }
    )
  }

  async function readBroker(): Promise<InstalacionSalud['broker']> {
    const sessions = await readSesionesMqtt(db)
    return sessions && { ...sessions, desde: isoPlanta(sessions.desde, zona) }
  }

  async function examine(): Promise<InstalacionSalud> {
    const lastCopia = listCopias(folderCopias(config))[0]
    return {
      ingesta: (await listProcessHeartbeats(db)).map((p) => ({
        ...p,
        desde: isoPlanta(p.desde, zona),
        visto: isoPlanta(p.visto, zona),
        ultima: isoPlanta(p.ultima, zona),
      })),
      broker: await readBroker(),
      trabajos: await readTrabajos(),
      base: await readBase(),
      copias: {
        cuantas: config.DEMO ? 0 : config.COPIAS_DIAS,
        ultima: lastCopia ? { ...lastCopia, hecha: isoPlanta(new Date(lastCopia.hecha), zona) } : null,
      },
      reloj: readReloj(),
      retenidas: await readSalidas(),
      versiones: await readVersiones(),
    }
  }

  return {
    readInstalacion(): Promise<InstalacionSalud> {
      if (!ultima || performance.now() - ultima.cuando > VALE_MS) {
        const estado = examine()
        ultima = { cuando: performance.now(), estado }
        // A failed answer is not cached.
        estado.catch(() => {
          ultima = null
        })
      }
      return ultima.estado
    },
    /** @param empresa null: all companies */
    async readPlanta(empresa: number | null): Promise<PlantaSalud> {
      const { total, nunca, mudo, sordo, reloj, clave, averias, mensajes, ultima, ...entregas } =
        await readPlanta(db, empresa)
      return {
        lectores: { total, nunca, mudo, sordo, reloj, clave },
        averias,
        cuarentena: { mensajes, ultima: isoPlanta(ultima, zona) },
        entregas,
      }
    },
  }
}

export type Estado = ReturnType<typeof createEstado>
