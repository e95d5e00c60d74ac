import { COLUMNAS_EVENTO } from '#contract/oir/eventos/values'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import type { Celda, Column } from '../../platform/export/tabla'
import type { EventoRow } from './repo'

const round = (n: number | null, decimales: number) => (n === null ? null : Number(n.toFixed(decimales)))

type Fija = Omit<Column<EventoRow>, 'titulo'>
type Nombre = (typeof COLUMNAS_EVENTO)[number] | 'Valor'

const FIJAS: Record<Nombre, Fija> = {
  Time: { valor: (e) => e.tiempo, ancho: 20, instante: true },
  Estado: { valor: (e) => ESTADOS[e.estado] ?? null, ancho: 14 },
  Bateria: { valor: (e) => round(e.bateria, 1), ancho: 9, numerica: true, unidad: '%' },
  ApodoDispositivo: { valor: (e) => e.apodo, ancho: 18 },
  ApodoLector: { valor: (e) => e.lector, ancho: 18 },
  Etiqueta: { valor: (e) => e.etiqueta, ancho: 12 },
  temperatura: { valor: (e) => round(e.temperatura, 2), ancho: 12, numerica: true, unidad: '°C' },
  Dispositivo: { valor: (e) => e.mac, ancho: 16 },
  Valor: { valor: (e) => e.valor, ancho: 40 },
}

const isFija = (titulo: string): titulo is Nombre => Object.hasOwn(FIJAS, titulo)

function celda(v: unknown): Celda {
  if (v === null || v === undefined) return null
  return typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean' ? v : JSON.stringify(v)
}

/** Parses a row's Valor once, although several columns ask for its keys. */
function createLector(): (e: EventoRow) => Record<string, unknown> {
  let leida: EventoRow | null = null
  let valor: Record<string, unknown> = {}
  return (e) => {
    if (e !== leida) valor = JSON.parse(e.valor)
    leida = e
    return valor
  }
}

/**
 * Columns of a file of events in the given order; a name that is no field of an event is a key of Valor. Without a choice: all fields, and
 * Valor as stored.
 */
export function eventoColumns(elegidas: string[] = [...COLUMNAS_EVENTO, 'Valor']): Column<EventoRow>[] {
  const read = createLector()
  return elegidas.map((titulo) => {
    if (isFija(titulo)) return { titulo, ...FIJAS[titulo] }
    return {
      titulo,
      valor: (e) => {
        const valor = read(e)
        return Object.hasOwn(valor, titulo) ? celda(valor[titulo]) : null
      },
      ancho: 14,
    }
  })
}
