import { formatMide } from '#contract/oir/incidencias/values'
import { plazoEnPalabras } from '#contract/parque/ajustes/values'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { type NombreGrafico, TITULOS_GRAFICO } from '#contract/resumen/graficos/values'
import { roundG } from '#contract/values/medidas'
import { findPerdido } from '../../parque/ajustes/service'
import { measuresImpactos } from '../../parque/dispositivos/mide'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'
import { type Filter, listDays } from './filter'
import * as repo from './repo'

type Tipo = TablaGrafico['columnas'][number]['tipo']
type Rows = TablaGrafico['filas']

const columns = (...pairs: [titulo: string, tipo: Tipo][]) =>
  pairs.map(([titulo, tipo]) => ({ titulo, tipo }))
const round = (n: number) => Number(n.toFixed(1))

/** Turns rows of (day, place, number) into one row per day with a column per place. */
function porLugar(
  dias: string[],
  rows: { dia: string; lugar: string; n: number }[],
  acumula: boolean,
): Pick<TablaGrafico, 'columnas' | 'filas'> {
  const lugares = [...new Set(rows.map((f) => f.lugar))].sort((a, b) => a.localeCompare(b, 'es'))
  const hay = new Map(rows.map((f) => [`${f.dia} ${f.lugar}`, f.n]))
  const previous = lugares.map(() => 0)
  return {
    columnas: columns(['Día', 'dia'], ...lugares.map((l): [string, Tipo] => [l, 'numero'])),
    filas: dias.map((dia) => [
      dia,
      ...lugares.map((l, i) => {
        const n = (hay.get(`${dia} ${l}`) ?? 0) + (acumula ? (previous[i] as number) : 0)
        previous[i] = n
        return n
      }),
    ]),
  }
}

/** Fills days without a value with 0. */
function completa<T extends { dia: string }>(dias: string[], rows: T[], values: (f?: T) => number[]): Rows {
  const hay = new Map(rows.map((f) => [f.dia, f]))
  return dias.map((dia) => [dia, ...values(hay.get(dia))])
}

const hoyOf = (f: Filter) => isoPlanta(new Date(), f.zona).slice(0, 10)
const isHoy = (dia: string | undefined, f: Filter) => dia === hoyOf(f)

/** Days of the filter that have begun. */
const hastaHoy = (f: Filter) => {
  const hoy = hoyOf(f)
  return listDays(f).filter((d) => d <= hoy)
}

/** How many of the counted containers may not be where they are counted; null: none. */
function formatAhora({ dudosos, tras_lector }: { dudosos: number; tras_lector: number }): string | null {
  const partes = [
    dudosos && `${dudosos} en duda entre dos ubicaciones`,
    tras_lector && `${tras_lector} tras un lector sin señal`,
  ].filter(Boolean)
  return partes.length ? `De los de ahora, ${partes.join(' y ')}.` : null
}

const KINDS = 10
const AGOTADA = 10
const WEEKS = 26
/** Below this many percent per day, a battery has no measurable consumption. */
const GASTO_MINIMO = 0.02
const DIAS_MINIMOS = 3

type Bateria = Awaited<ReturnType<typeof repo.listBaterias>>[number]

function distribucion(baterias: Bateria[]): Rows {
  const n = Array.from({ length: KINDS }, () => 0)
  let sinDato = 0
  for (const { ahora } of baterias)
    if (ahora === null) sinDato++
    else {
      const kind = Math.min(KINDS - 1, Math.floor(ahora / KINDS))
      n[kind] = (n[kind] ?? 0) + 1
    }
  return [...n.map((v, i) => [`${i * 10}–${i * 10 + 10} %`, v]), ['Sin datos', sinDato]]
}

/** Weeks until a battery is at 10 %, at the rate of the last 30 days; null: there is no rate. */
function weeksOf({ ahora, antes, dias }: Bateria): number | null {
  if (ahora === null) return null
  if (ahora <= AGOTADA) return 0
  if (antes === null || dias === null || dias < DIAS_MINIMOS) return null
  const gasto = (antes - ahora) / dias
  return gasto < GASTO_MINIMO ? null : Math.floor((ahora - AGOTADA) / gasto / 7)
}

function prevision(baterias: Bateria[]): Rows {
  const weeks = Array.from({ length: WEEKS }, () => 0)
  let despues = 0
  for (const b of baterias) {
    if (b.ahora === null) continue
    const s = weeksOf(b)
    if (s === null || s >= WEEKS) despues++
    else weeks[s] = (weeks[s] ?? 0) + 1
  }
  return [
    ...weeks.map((n, i) => [i === 0 ? 'Esta semana' : `En ${i} sem.`, n]),
    [`Más de ${WEEKS} semanas o sin ritmo`, despues],
  ]
}

/** Each chart as a table. Days and weeks are local to the plant. */
export const TABLAS: Record<NombreGrafico, (db: Db, f: Filter) => Promise<TablaGrafico>> = {
  impactos_dia: async (db, f) => ({
    titulo: TITULOS_GRAFICO.impactos_dia,
    ...porLugar(hastaHoy(f), await repo.countImpactosPorDia(db, f), false),
  }),
  impactos_hora: async (db, f) => {
    const hay = new Map((await repo.countImpactosPorHora(db, f)).map((r) => [r.hora, r.n]))
    return {
      titulo: TITULOS_GRAFICO.impactos_hora,
      columnas: columns(['Hora', 'texto'], ['Impactos', 'numero']),
      filas: Array.from({ length: 24 }, (_, h) => [`${String(h).padStart(2, '0')} h`, hay.get(h) ?? 0]),
    }
  },
  peores: async (db, f) => ({
    titulo: TITULOS_GRAFICO.peores,
    columnas: columns(
      ['Contenedor', 'texto'],
      ['Impactos', 'numero'],
      ['Golpes reales', 'numero'],
      ['Con daño', 'numero'],
      ['Sin mirar', 'numero'],
      ['Pico (g)', 'numero'],
      ['Los mide', 'texto'],
    ),
    filas: (await repo.listPeores(db, f, 10)).map((r) => [
      r.nombre,
      r.n,
      r.golpes,
      r.danios,
      r.sin_mirar,
      roundG(r.pico),
      formatMide(measuresImpactos(r.dice)),
    ]),
  }),
  ocupacion: async (db, f) => {
    const [rows, inciertos] = await Promise.all([repo.sumOcupacion(db, f), repo.countInciertos(db, f)])
    const dias = hastaHoy(f)
    const nota = isHoy(dias.at(-1), f) && formatAhora(inciertos)
    return { titulo: TITULOS_GRAFICO.ocupacion, ...porLugar(dias, rows, true), ...(nota && { nota }) }
  },
  estancias: async (db, f) => ({
    titulo: TITULOS_GRAFICO.estancias,
    columnas: columns(
      ['Ubicación', 'texto'],
      ['Mediana (h)', 'numero'],
      ['Percentil 90 (h)', 'numero'],
      ['Estancias', 'numero'],
    ),
    filas: (await repo.sumEstancias(db, f)).map((r) => [r.lugar, round(r.mediana), round(r.p90), r.n]),
  }),
  ciclos: async (db, f) => {
    const rows = await repo.sumCiclos(db, f)
    return {
      titulo: rows[0] ? `Ciclos, de una llegada a ${rows[0].lugar} a la siguiente` : TITULOS_GRAFICO.ciclos,
      columnas: columns(
        ['Semana del', 'dia'],
        ['Mediana (h)', 'numero'],
        ['Percentil 90 (h)', 'numero'],
        ['Ciclos', 'numero'],
        ['Contenedores', 'numero'],
        ['Ciclos por contenedor', 'numero'],
      ),
      filas: rows.map((r) => [
        r.dia,
        round(r.mediana),
        round(r.p90),
        r.n,
        r.contenedores,
        round(r.n / r.contenedores),
      ]),
    }
  },
  utilizacion: async (db, f) => {
    const [movidos, vistos] = await Promise.all([repo.countMovidos(db, f), repo.countVistos(db, f)])
    const hay = new Map(movidos.map((r) => [r.dia, r.n]))
    return {
      titulo: TITULOS_GRAFICO.utilizacion,
      columnas: columns(
        ['Día', 'dia'],
        ['Utilización (%)', 'numero'],
        ['Cambiaron de sitio', 'numero'],
        ['Registrados', 'numero'],
      ),
      filas: vistos.map(({ dia, registrados }) => {
        const n = hay.get(dia) ?? 0
        return [dia, registrados ? round((100 * n) / registrados) : null, n, registrados]
      }),
    }
  },
  vistos: async (db, f) => {
    const plazo = await findPerdido(db, f.empresa)
    return {
      titulo: TITULOS_GRAFICO.vistos,
      columnas: columns(
        ['Día', 'dia'],
        ['No vistos ese día', 'numero'],
        [plazo === null ? 'Perdidos' : `Perdidos (más de ${plazoEnPalabras(plazo)})`, 'numero'],
        ['Registrados', 'numero'],
      ),
      filas: (await repo.countVistos(db, f)).map((r) => [
        r.dia,
        Math.max(0, r.registrados - r.vistos),
        r.perdidos,
        r.registrados,
      ]),
    }
  },
  baterias: async (db, f) => ({
    titulo: TITULOS_GRAFICO.baterias,
    columnas: columns(['Batería', 'texto'], ['Dispositivos', 'numero']),
    filas: distribucion(await repo.listBaterias(db, f)),
  }),
  cambio_baterias: async (db, f) => ({
    titulo: TITULOS_GRAFICO.cambio_baterias,
    columnas: columns(['Semana', 'texto'], ['Dispositivos que llegan al 10 %', 'numero']),
    filas: prevision(await repo.listBaterias(db, f)),
  }),
  eventos_dia: async (db, f) => ({
    titulo: TITULOS_GRAFICO.eventos_dia,
    columnas: columns(
      ['Día', 'dia'],
      ['Parado', 'numero'],
      ['En movimiento', 'numero'],
      ['Impacto', 'numero'],
    ),
    filas: completa(hastaHoy(f), await repo.countEventosPorDia(db, f), (r) => [
      r?.parado ?? 0,
      r?.movimiento ?? 0,
      r?.impacto ?? 0,
    ]),
  }),
  eventos_hora: async (db, f) => ({
    titulo: TITULOS_GRAFICO.eventos_hora,
    columnas: columns(['Hora', 'instante'], ['Eventos', 'numero']),
    filas: (await repo.countEventosPorHora(db, f)).map((r) => [isoPlanta(r.hora, f.zona), r.n]),
  }),
  lectores: async (db, f) => ({
    titulo: TITULOS_GRAFICO.lectores,
    columnas: columns(
      ['Lector', 'texto'],
      ['Ubicación', 'texto'],
      ['Estado', 'texto'],
      ['Último registro', 'instante'],
      ['Desfase del reloj (s)', 'numero'],
      ['Eventos', 'numero'],
    ),
    filas: (await repo.listMensajesDeLectores(db, f)).map((r) => [
      r.nombre,
      r.lugar,
      r.estado,
      isoPlanta(r.ultimo_registro, f.zona),
      r.desfase_s,
      r.n,
    ]),
  }),
}
