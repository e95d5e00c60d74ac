import type { Db } from '../../platform/db/client'
import { addPending, takePending } from '../../platform/db/queries/pending'
import { doEach } from '../../platform/jobs/each'
import { queueJob } from '../../platform/jobs/jobs'
import { compare, toldOf, type YaDicho } from './event/diferencia'
import { type Clase, declareWrong, eventOf, type Modo } from './event/evento'
import { type Contenedor, factsOf, type Hecho, type Reglas } from './event/hechos'
import * as repo from './repo-contar'
import { queueSuscripciones } from './repo-suscripciones'

/** Containers in one transaction. */
const POR_LOTE = 200
/**
 * Stays and changes that began longer ago are not corrected. The retention keeps their rows for at least 28 days (the shortest month), and
 * their data does not change after a day.
 */
const CORREGIBLE_MS = 28 * 86_400_000
/** Incidents and deletions are corrected at any age: their rows live as long as the container, and users may change them at any time. */
const SIEMPRE: ReadonlySet<Clase> = new Set(['golpe', 'danio', 'baja'])
/** Tolerance between two records of the same time of a stay. */
const MARGEN_MS = 5000

export type DatosContar = { empresa: number }

/** Queues a publishing job for each company with something to publish, and the deliveries that are due. */
export async function queueContar(db: Db): Promise<void> {
  await doEach(await repo.listPorContar(db), (empresa) =>
    queueJob(db, 'epcis.contar', { data: { empresa } satisfies DatosContar, key: String(empresa) }),
  )
  await queueSuscripciones(db, null)
}

/** Publishes what happened to the containers of a company, in EPCIS 2.0. If it is interrupted, what is published stays published. */
export async function publishEmpresa(
  db: Db,
  zona: string,
  { empresa }: DatosContar,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const hecho = await db.transaction().execute((tx) => publishBatch(tx, empresa, zona))
    if (!hecho) return total
    total += hecho.contados
  }
  return total
}

type Debe = { contenedor: Contenedor; dichos: readonly YaDicho[]; desde: number }

/** @returns null: nothing is due */
async function publishBatch(tx: Db, empresa: number, zona: string): Promise<{ contados: number } | null> {
  await repo.lockEventos(tx, empresa)
  const ajuste = await repo.findAjuste(tx, empresa)
  if (!ajuste?.activo) return null
  const taken = await takePending(tx, 'epcis_pendiente', empresa, POR_LOTE)
  if (!taken.length) return null
  const now = new Date()
  const inicio = ajuste.desde.getTime()
  const pendientes = taken.map((p) => ({
    id: p.id,
    desde: new Date(Math.max(inicio, p.desde.getTime() - MARGEN_MS)),
  }))
  const plazos = await repo.readPlazos(tx, empresa)
  const reglas: Reglas = { umbral: ajuste.umbral, reposoMs: ajuste.minutos_reposo * 60_000, ...plazos }
  const contenedores = await repo.listContenedores(tx, empresa, pendientes, plazos.salidaMs + MARGEN_MS)
  const dichosOf = await repo.listDichos(tx, pendientes)
  const desdeOf = new Map(pendientes.map((p) => [p.id, p.desde.getTime()]))
  const debidos = contenedores.map(
    (contenedor): Debe => ({
      contenedor,
      dichos: dichosOf.get(contenedor.id) ?? [],
      desde: desdeOf.get(contenedor.id) ?? inicio,
    }),
  )
  const diferencias = debidos.map(({ contenedor, dichos, desde }) => {
    const { hechos, mirar } = factsOf(contenedor, reglas, toldOf(dichos), now.getTime())
    const d = compare(
      dichos,
      hechos.filter((h) => h.inicio >= desde),
    )
    return { id: contenedor.id, desde, mirar, ...d }
  })
  const lugares = new Map(ajuste.lugares.map((l) => [l.ubicacion, l.paso]))
  const modo: Modo = { claves: ajuste, zona, pasoOf: (u) => lugares.get(u) ?? 'arriving' }
  const contados = await publishDiferencias(tx, empresa, diferencias, {
    modo,
    podado: ajuste.podado?.getTime() ?? Number.NEGATIVE_INFINITY,
    now,
  })
  const luego = diferencias.flatMap(({ id, desde, mirar }) =>
    mirar === null ? [] : [{ id, desde: new Date(desde), cuando: new Date(mirar) }],
  )
  await addPending(tx, 'epcis_pendiente', empresa, luego)
  if (contados) await queueSuscripciones(tx, empresa)
  return { contados }
}

/** @returns how many events were published */
async function publishDiferencias(
  tx: Db,
  empresa: number,
  diferencias: readonly ReturnType<typeof compare>[],
  { modo, podado, now }: { modo: Modo; podado: number; now: Date },
): Promise<number> {
  const limite = now.getTime() - CORREGIBLE_MS
  const correcciones = diferencias
    .flatMap((d) => d.correcciones)
    .filter(({ dicho }) => SIEMPRE.has(dicho.clase) || dicho.inicio >= limite)
  // What is older than the pruned part of the log was published, or was not to be published.
  const instead = new Set(correcciones.flatMap((c) => c.en_vez))
  const nuevos = await addMedidas(
    tx,
    diferencias.flatMap((d) => d.nuevos).filter((h) => h.inicio > podado || instead.has(h)),
  )
  nuevos.sort((a, b) => a.momento - b.momento)
  const eventos = await makeEventos(tx, nuevos, modo)
  const idOf = new Map(nuevos.map((h, i) => [keyOf(h), eventos[i]?.eventID ?? '']))
  const cuerpos = await repo.listCuerpos(
    tx,
    correcciones.map((c) => c.dicho.evento),
  )
  const declarados = correcciones.flatMap(({ dicho, en_vez }): repo.Fila[] => {
    const evento = cuerpos.get(dicho.evento)
    const corrective = en_vez.flatMap((h) => idOf.get(keyOf(h)) ?? [])
    return evento ? [{ evento: declareWrong(evento, now, modo.zona, corrective), corrige: dicho.evento }] : []
  })
  const filas = [...declarados, ...eventos.map((evento): repo.Fila => ({ evento, corrige: null }))]
  const ids = await repo.insertEventos(tx, empresa, filas)
  await repo.saveDichos(
    tx,
    empresa,
    correcciones.map((c) => c.dicho.id),
    nuevos.map((h, i) => ({
      id: h.contenedor.id,
      clase: h.clase,
      ref: h.ref,
      lugar: h.lugar,
      inicio: h.inicio,
      evento: ids[declarados.length + i] as number,
    })),
  )
  return filas.length
}

const keyOf = (h: Hecho) => `${h.contenedor.id} ${h.clase} ${h.ref} ${h.lugar} ${h.momento}`

/** Adds the battery and temperature at the moment of each event. */
async function addMedidas(tx: Db, hechos: readonly Hecho[]): Promise<Hecho[]> {
  const medidas = await repo.listMedidas(
    tx,
    hechos.map((h) => ({ id: h.contenedor.id, momento: h.momento })),
  )
  return hechos.map((h, i) => ({ ...h, sensor: { ...medidas[i], ...h.sensor } }))
}

/** An event that was published and then declared wrong is published again under a new id. */
async function makeEventos(tx: Db, hechos: readonly Hecho[], modo: Modo) {
  const eventos = hechos.map((h) => eventOf(h, modo))
  for (let vez = 1; ; vez++) {
    const veces = await repo.countDeclarados(
      tx,
      eventos.map((e) => e.eventID),
    )
    if (!veces.size) return eventos
    for (const [i, e] of eventos.entries())
      if (veces.has(e.eventID)) eventos[i] = eventOf(hechos[i] as Hecho, modo, vez)
  }
}
