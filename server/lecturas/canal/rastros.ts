import type pg from 'pg'
import { createRastro, type Rastro } from '../reglas/rastro'
import type { Plantas } from './plantas'
import type { Registrado } from './repo-padron'
import { loadRastros } from './repo-rastro'

const MAX_RASTROS = 300_000
const POR_CONSULTA = 5000

/**
 * What is known of each device between two readings, kept in memory and found again in the database. Only the pipeline
 * uses it, one step at a time.
 */
export function createRastros(pool: pg.Pool, plantas: Plantas, maximo = MAX_RASTROS) {
  const rastros = new Map<number, Rastro>()
  /** Devices that are moving, hit, or were heard and not judged yet. A timer sees to them when their tag falls silent. */
  const inquietos = new Set<Rastro>()
  /** Devices whose past is to be judged again, because readings came late or out of order. */
  const pasados = new Set<Rastro>()
  /** Devices that may be moving and are not in memory yet. They are read from the database later. */
  const porCargar = new Set<number>()

  async function load(ids: number[]): Promise<void> {
    for (let i = 0; i < ids.length; i += POR_CONSULTA)
      for (const r of await loadRastros(pool, ids.slice(i, i + POR_CONSULTA), plantas.lectoresOf)) {
        rastros.set(r.dispositivo, r)
        porCargar.delete(r.dispositivo)
        if (r.estado || r.porJuzgar !== null) inquietos.add(r)
        if (r.remiendo) pasados.add(r)
      }
  }

  function makeRoom(ids: Set<number>, enUso: Set<Rastro>): void {
    for (const [id, r] of rastros)
      if (!ids.has(id) && !enUso.has(r) && !inquietos.has(r) && !pasados.has(r)) rastros.delete(id)
  }

  function forget(r: Rastro): void {
    rastros.delete(r.dispositivo)
    inquietos.delete(r)
    pasados.delete(r)
    porCargar.add(r.dispositivo)
  }

  return {
    inquietos: inquietos as ReadonlySet<Rastro>,
    pasados: pasados as ReadonlySet<Rastro>,
    /**
     * Afterwards `of` knows these.
     * @param enUso not committed yet: only memory knows of these
     */
    async prepare(ids: Set<number>, enUso: () => Iterable<Rastro> = () => []): Promise<void> {
      const faltan = [...ids].filter((id) => !rastros.has(id))
      if (rastros.size + faltan.length > maximo) makeRoom(ids, new Set(enUso()))
      await load(faltan)
    },
    of(d: Registrado): Rastro {
      const r = rastros.get(d.id) ?? createRastro(d.id, d.empresa, d.mac)
      rastros.set(d.id, r)
      return r
    },
    /** The changes of these rastros are committed. */
    settle(usados: Iterable<Rastro>): void {
      const put = (lista: Set<Rastro>, r: Rastro, dentro: boolean) =>
        dentro && rastros.get(r.dispositivo) === r ? lista.add(r) : lista.delete(r)
      for (const r of usados) {
        put(inquietos, r, Boolean(r.estado) || r.porJuzgar !== null)
        put(pasados, r, r.remiendo !== null)
      }
    },
    get: (id: number): Rastro | undefined => rastros.get(id),
    /** Those with evidence that the database does not have. */
    listSinGuardar: (): Rastro[] => [...rastros.values()].filter((r) => r.sinGuardar > 0),
    /** The changes of these rastros were not written: forget them and read the database again. */
    forget(usados: Iterable<Rastro>): void {
      for (const r of usados) forget(r)
    },
    /** Those heard since then, Unix ms, or with something left to judge: what is worth handing over. */
    listRecientes: (desde: number): Rastro[] =>
      [...rastros.values()].filter(
        (r) => (r.ultimo ?? 0) >= desde || r.porJuzgar !== null || r.remiendo !== null,
      ),
    /** These devices may be moving. */
    remind(ids: Iterable<number>): void {
      for (const id of ids) if (!rastros.has(id)) porCargar.add(id)
    },
    /** Ask for some of those; true where more are left. */
    async loadSome(): Promise<boolean> {
      const ids = [...porCargar].slice(0, POR_CONSULTA)
      await load(ids.filter((id) => !rastros.has(id)))
      for (const id of ids) porCargar.delete(id)
      return porCargar.size > 0
    },
  }
}

export type Rastros = ReturnType<typeof createRastros>
