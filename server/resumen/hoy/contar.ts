import { DateTime } from 'luxon'
import { CLAVES_CIFRA } from '#contract/resumen/hoy/semana-values'
import type { ClaveLinea, Parte } from '#contract/resumen/hoy/values'
import { countAtascados } from '../../flujo/ciclos/service'
import { countGroups } from '../../parque/dispositivos/inventario/service-inventario'
import { listTablero } from '../../parque/logistica/service'
import type { Db } from '../../platform/db/client'
import { type CuentaCifra, type CuentaLinea, findVuelta, type Kind, saveCuentas } from './repo'
import { countCifra, listComienzos, type Tramo } from './repo-week'
import { isDue, type Partes } from './rules'

/** Inventory filter of each line: both the count and the linked list use it. */
const DE_INVENTARIO = {
  extravios: { posible_estado: 'Posible extravío' },
  tras_averia: { certeza: 'lector_mudo' },
  quietos: { enSitioDias: 30 },
  dudosos: { certeza: 'dudosa' },
  nunca_oidos: { posible_estado: 'Sin registro' },
  apagados: { activado: false },
} as const satisfies Partial<Record<ClaveLinea, object>>
/** For these the family is more useful than the place. */
const POR_FAMILIA: ReadonlySet<string> = new Set<ClaveLinea>(['nunca_oidos', 'apagados'])

function createCuentas() {
  const cuentas = new Map<string, CuentaLinea>()
  return {
    add(empresa: number, clave: ClaveLinea, n: number, parte: string | null): void {
      const id = `${empresa} ${clave}`
      const c = cuentas.get(id) ?? { empresa, clave, n: 0, partes: [] }
      c.n += n
      if (parte !== null) addParte(c.partes, parte, n)
      cuentas.set(id, c)
    },
    list: () => [...cuentas.values()],
  }
}

function addParte(partes: Parte[], nombre: string, n: number): void {
  const previa = partes.find((p) => p.nombre === nombre)
  if (previa) previa.n += n
  else partes.push({ nombre, n })
}

const isContenedor = ({ clave }: { clave: string }) => clave === 'contenedor'

/** Counts the lines that take long, of every company. */
async function countLineas(db: Db): Promise<CuentaLinea[]> {
  const cuentas = createCuentas()
  // One query, since the state of all devices takes longest.
  const groups = await countGroups(db, { ...DE_INVENTARIO, contenedor: { tipo: 'Contenedor' } })
  const [contenedores, lineas] = [groups.filter(isContenedor), groups.filter((g) => !isContenedor(g))]
  for (const g of lineas)
    cuentas.add(g.empresa, g.clave as ClaveLinea, g.n, POR_FAMILIA.has(g.clave) ? g.familia : g.lugar)
  for (const a of await countAtascados(db, null)) cuentas.add(a.empresa, 'atasco', a.n, a.familia)
  const conjuntos = contenedores.map(({ empresa, familia, lugar, n }) => ({
    empresa_id: empresa,
    familia,
    ubicacion: lugar,
    n,
  }))
  for (const lt of await listTablero(db, conjuntos, null)) {
    const faltan = lt.total - lt.encontrados
    if (faltan > 0) cuentas.add(lt.empresa, 'lt_faltan', faltan, lt.codigo)
  }
  return cuentas.list()
}

/** Events of the last minutes may not be committed yet: counted now, they would be fewer than in the list a moment later. */
const ASIENTO_MIN = 2

/** From Monday to two minutes before `ahora`, and the same span of the week before, in the plant's time zone. */
export function weekOf(now: Date, zona: string): { ahora: Tramo; antes: Tramo } {
  const hasta = DateTime.fromJSDate(now, { zone: zona }).minus({ minutes: ASIENTO_MIN })
  const desde = hasta.startOf('week')
  return {
    ahora: { desde: desde.toJSDate(), hasta: hasta.toJSDate() },
    antes: { desde: desde.minus({ weeks: 1 }).toJSDate(), hasta: hasta.minus({ weeks: 1 }).toJSDate() },
  }
}

/** The figures of the week, of every company that has any. */
async function countCifras(db: Db, momento: Date, zona: string): Promise<CuentaCifra[]> {
  const week = weekOf(momento, zona)
  const cuentas: CuentaCifra[] = []
  for (const clave of CLAVES_CIFRA) {
    const comienzos = await listComienzos(db, clave)
    const deEmpresa = new Map<number, CuentaCifra>()
    for (const empresa of comienzos.keys())
      deEmpresa.set(empresa, { empresa, clave, n: 0, antes: 0, partes: { lugar: {}, segunda: {} } })
    for (const [i, cual] of (['ahora', 'antes'] as const).entries())
      for (const { empresa, lugar, segunda, n } of await countCifra(db, clave, week[cual])) {
        const c = deEmpresa.get(empresa)
        if (!c) continue
        if (cual === 'ahora') c.n += n
        else c.antes = (c.antes ?? 0) + n
        addCuenta(c.partes.lugar, lugar, i, n)
        addCuenta(c.partes.segunda, segunda, i, n)
      }
    for (const c of deEmpresa.values()) {
      const desde = comienzos.get(c.empresa)
      cuentas.push(desde && desde <= week.antes.desde ? c : { ...c, antes: null })
    }
  }
  return cuentas
}

function addCuenta(partes: Partes['lugar'], nombre: string, i: number, n: number): void {
  const pair = partes[nombre] ?? [0, 0]
  pair[i] = (pair[i] ?? 0) + n
  partes[nombre] = pair
}

const CADA_MS: Record<Kind, number> = { linea: 50_000, cifra: 4 * 60_000 }

/** Recounts what is due. Run every minute. */
export async function countHoy(db: Db, zona: string): Promise<void> {
  const cuentas = {
    linea: (_: Date) => countLineas(db),
    cifra: (momento: Date) => countCifras(db, momento, zona),
  }
  for (const kind of ['linea', 'cifra'] as const) {
    const momento = new Date()
    if (!isDue(await findVuelta(db, kind), CADA_MS[kind], momento)) continue
    const inicio = performance.now()
    const contadas = await cuentas[kind](momento)
    const ms = performance.now() - inicio
    await db.transaction().execute((tx) => saveCuentas(tx, kind, contadas, { momento, ms }))
  }
}
