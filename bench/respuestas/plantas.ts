import type { Plano } from './planta'

/** Hours of the week: these hours on each working day from Monday on. */
const weekly = (horas: readonly number[], days = 5) =>
  Array.from({ length: days }, (_, d) => horas.map((h) => d * 24 + h)).flat()

const DOS_TURNOS = [
  [6, 14],
  [14, 22],
] as const
const BASE = {
  dias: 5,
  semanas: 16,
  festivos: [31, 67, 94],
  demanda: { sigma: 0.12, memoria: 0.8 },
  paros: 0.04,
  perdidas: 0.0002,
  retenidos: 0.001,
}

/** A line with its supplier: empty containers leave by truck, come back full, and the line takes them. */
const linea: Plano = {
  ...BASE,
  nombre: 'line, two shifts',
  turnos: DOS_TURNOS,
  familias: [
    { nombre: 'A', cuantos: 160 },
    { nombre: 'B', cuantos: 110 },
    { nombre: 'C', cuantos: 60 },
    { nombre: 'D', cuantos: 12 },
  ],
  etapas: [
    {
      nombre: 'Vacío',
      salida: { como: 'camion', horas: weekly([8, 15, 20]), carga: 40, viaje: 150 },
      a: 'Proveedor',
      desvio: { a: 'Reparación', parte: 0.02 },
    },
    { nombre: 'Proveedor', salida: { como: 'proceso', mediana: 600, sigma: 0.4 }, a: 'Expedición' },
    {
      nombre: 'Expedición',
      salida: { como: 'camion', horas: weekly([7, 12, 18]), carga: 40, viaje: 150 },
      a: 'Lleno',
    },
    { nombre: 'Lleno', salida: { como: 'linea', porHora: 6 }, a: 'Consumo' },
    { nombre: 'Consumo', salida: { como: 'proceso', mediana: 200, sigma: 0.5 }, a: 'Vacío' },
    { nombre: 'Reparación', salida: { como: 'proceso', mediana: 2000, sigma: 0.6 }, a: 'Vacío' },
  ],
}

/** One shift, trucks twice a week, stays of several days. */
const lenta: Plano = {
  ...BASE,
  nombre: 'slow, one shift',
  semanas: 26,
  retenidos: 0.004,
  turnos: [[7, 15]],
  demanda: { sigma: 0.15, memoria: 0.85 },
  familias: [
    { nombre: 'A', cuantos: 90 },
    { nombre: 'B', cuantos: 50 },
    { nombre: 'C', cuantos: 8 },
  ],
  etapas: [
    {
      nombre: 'Vacío',
      salida: { como: 'camion', horas: [9, 57, 105], carga: 40, viaje: 300 },
      a: 'Proveedor',
    },
    { nombre: 'Proveedor', salida: { como: 'proceso', mediana: 700, sigma: 0.5 }, a: 'Muelle' },
    { nombre: 'Muelle', salida: { como: 'camion', horas: [34, 82], carga: 50, viaje: 300 }, a: 'Lleno' },
    { nombre: 'Lleno', salida: { como: 'linea', porHora: 2.1 }, a: 'Consumo' },
    {
      nombre: 'Consumo',
      salida: { como: 'proceso', mediana: 400, sigma: 0.6 },
      a: 'Vacío',
      desvio: { a: 'Limpieza', parte: 0.05 },
    },
    { nombre: 'Limpieza', salida: { como: 'proceso', mediana: 900, sigma: 0.5 }, a: 'Vacío' },
  ],
}

/** Open day and night, every day of the week. */
const continua: Plano = {
  ...BASE,
  nombre: 'day and night',
  turnos: null,
  dias: 7,
  festivos: [],
  semanas: 13,
  familias: [
    { nombre: 'A', cuantos: 180 },
    { nombre: 'B', cuantos: 90 },
    { nombre: 'C', cuantos: 40 },
  ],
  etapas: [
    {
      nombre: 'Vacío',
      salida: { como: 'camion', horas: weekly([2, 9, 14, 21], 7), carga: 36, viaje: 90 },
      a: 'Proveedor',
    },
    {
      nombre: 'Proveedor',
      salida: { como: 'proceso', mediana: 900, sigma: 0.35, siempre: true },
      a: 'Muelle',
    },
    {
      nombre: 'Muelle',
      salida: { como: 'camion', horas: weekly([5, 11, 17, 23], 7), carga: 36, viaje: 90 },
      a: 'Lleno',
    },
    { nombre: 'Lleno', salida: { como: 'linea', porHora: 5 }, a: 'Consumo' },
    { nombre: 'Consumo', salida: { como: 'proceso', mediana: 180, sigma: 0.5 }, a: 'Vacío' },
  ],
}

/** Two loops that share the store of empty containers and the yard. */
const doble: Plano = {
  ...BASE,
  nombre: 'two loops',
  turnos: DOS_TURNOS,
  dias: 6,
  familias: [
    { nombre: 'A', cuantos: 120 },
    { nombre: 'B', cuantos: 70 },
    { nombre: 'E', cuantos: 25 },
  ],
  etapas: [
    {
      nombre: 'Vacío',
      salida: { como: 'camion', horas: weekly([7, 11, 16], 6), carga: 26, viaje: 60 },
      a: 'Proveedor',
      desvio: { a: 'Segundo proveedor', parte: 0.4 },
    },
    { nombre: 'Proveedor', salida: { como: 'proceso', mediana: 420, sigma: 0.4 }, a: 'Muelle' },
    {
      nombre: 'Segundo proveedor',
      salida: { como: 'proceso', mediana: 800, sigma: 0.5 },
      a: 'Segundo muelle',
    },
    {
      nombre: 'Muelle',
      salida: { como: 'camion', horas: weekly([9, 13, 19], 6), carga: 24, viaje: 60 },
      a: 'Lleno',
    },
    {
      nombre: 'Segundo muelle',
      salida: { como: 'camion', horas: weekly([10, 17], 6), carga: 24, viaje: 120 },
      a: 'Premontaje',
    },
    { nombre: 'Lleno', salida: { como: 'linea', porHora: 3 }, a: 'Consumo' },
    { nombre: 'Premontaje', salida: { como: 'linea', porHora: 2.1 }, a: 'Consumo' },
    { nombre: 'Consumo', salida: { como: 'proceso', mediana: 240, sigma: 0.5 }, a: 'Vacío' },
  ],
}

/** Plants of the bench. `conCalendario`: its open hours are known; false: it works in shifts that are not known. */
export const PLANTAS: { plano: Plano; conCalendario: boolean }[] = [
  { plano: linea, conCalendario: true },
  { plano: lenta, conCalendario: true },
  { plano: continua, conCalendario: false },
  { plano: doble, conCalendario: true },
  { plano: { ...linea, nombre: 'line, no calendar' }, conCalendario: false },
  {
    plano: { ...linea, nombre: 'line, a reader out', apagon: { etapa: 'Lleno', dia: 92 } },
    conCalendario: true,
  },
]
