import { type AjustesEmpresa, findUmbral, type Umbral } from '#contract/parque/ajustes/umbrales-values'
import { type Ajustes, INICIALES } from '#contract/parque/ajustes/values'
import { listAjustes } from '../../../../parque/ajustes/service'
import type { Db } from '../../../../platform/db/client'
import { type Conocido, listConocidos } from './repo-registry'

/** The registered devices of one batch: a fixed view, while the cache may change. */
export type Vista = {
  get(mac: string): Conocido | undefined
  ajustes(empresa: number): Ajustes
  /** Ajustes of its company, with the thresholds of its familia and of its tag's fabricante. */
  ajustesOf(d: Conocido): Ajustes
}

/** Ajustes of a company, and copies of them for devices with thresholds of their own, the narrowest first. */
type Numbers = { comunes: Ajustes; propios: (Umbral & { ajustes: Ajustes })[] }

/** For a company that does not exist. */
const DE_NADIE: Numbers = { comunes: INICIALES, propios: [] }

function numbersOf({ umbrales, ...comunes }: AjustesEmpresa): Numbers {
  const propios = umbrales.map((u) => ({
    ...u,
    ajustes: { ...comunes, gImpacto: u.gImpacto, gImpactoPicos: u.gImpactoPicos },
  }))
  return { comunes, propios }
}

const SIN_REGISTRAR_MS = 2000
const MAX_ENTRADAS = 400_000

/**
 * Cache of registered devices: each is read from the database once, and forgotten when notified of a change. That a mac is unknown is
 * believed for two seconds only, so that a registration by another process is seen soon.
 */
export function createRegistry(db: Db, maximum = MAX_ENTRADAS) {
  const conocidos = new Map<string, Conocido>()
  const desconocidos = new Map<string, number>()
  const ajustes = new Map<number, Numbers>()
  /** Grows with each change. A query that began before a change must not fill the cache after it. */
  let cambios = 0

  async function load(macs: string[], vista: Map<string, Conocido>): Promise<void> {
    const before = cambios
    const rows = await listConocidos(db, macs)
    for (const r of rows) vista.set(r.mac, r)
    if (before !== cambios) return
    const now = performance.now()
    if (conocidos.size > maximum) conocidos.clear()
    if (desconocidos.size > maximum) desconocidos.clear()
    for (const r of rows) {
      conocidos.set(r.mac, r)
      desconocidos.delete(r.mac)
    }
    for (const m of macs) if (!vista.has(m)) desconocidos.set(m, now)
  }

  async function loadAjustes(empresas: Iterable<number>): Promise<Map<number, Numbers>> {
    const vista = new Map<number, Numbers>()
    const faltan: number[] = []
    for (const e of new Set(empresas)) {
      const a = ajustes.get(e)
      if (a) vista.set(e, a)
      else faltan.push(e)
    }
    if (!faltan.length) return vista
    const before = cambios
    for (const [empresa, suyos] of await listAjustes(db, faltan)) {
      const a = numbersOf(suyos)
      vista.set(empresa, a)
      if (before === cambios) ajustes.set(empresa, a)
    }
    return vista
  }

  return {
    /** Look up many macs at once, with the ajustes of their companies and of `empresas`. */
    async prepare(macs: Set<string>, empresas: Iterable<number> = []): Promise<Vista> {
      const limite = performance.now() - SIN_REGISTRAR_MS
      const vista = new Map<string, Conocido>()
      const faltan: string[] = []
      for (const m of macs) {
        const d = conocidos.get(m)
        if (d) vista.set(m, d)
        else if ((desconocidos.get(m) ?? Number.NEGATIVE_INFINITY) < limite) faltan.push(m)
      }
      if (faltan.length) await load(faltan, vista)
      const deEmpresas = new Set(empresas)
      for (const d of vista.values()) deEmpresas.add(d.empresa)
      const numbers = await loadAjustes(deEmpresas)
      const de = (empresa: number) => numbers.get(empresa) ?? DE_NADIE
      return {
        get: (m) => vista.get(m),
        ajustes: (e) => de(e).comunes,
        ajustesOf: (d) => {
          const { comunes, propios } = de(d.empresa)
          return findUmbral(propios, d.familia, d.mac)?.ajustes ?? comunes
        },
      }
    },
    /** The ajustes of this company changed. */
    forgetAjustes(empresa: number): void {
      cambios++
      ajustes.delete(empresa)
    },
    /** Forget these macs, which changed; without `macs`, everything. */
    forget(macs?: string[]): void {
      cambios++
      if (!macs) {
        conocidos.clear()
        desconocidos.clear()
        ajustes.clear()
      }
      for (const m of macs ?? []) {
        conocidos.delete(m)
        desconocidos.delete(m)
      }
    },
  }
}

export type Registry = ReturnType<typeof createRegistry>
