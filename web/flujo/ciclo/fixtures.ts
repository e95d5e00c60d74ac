import type { CuadroCiclo, EtapaCuadro, FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'

const NO_TARGETS = { plazo_h: null, minimo: null, objetivo: null, maximo: null }

export const stageOf = (id: number, nombre: string, changes: Partial<EtapaCuadro> = {}): EtapaCuadro => ({
  id,
  nombre,
  clase: 'llenos',
  ancla: id === 1,
  dentro: 40,
  callan: 1,
  atascados: 2,
  aparte: 1,
  n: 60,
  mediana_h: 12,
  p90_h: 20,
  q95_h: 24,
  limite_h: 24,
  limite_de: 'q95',
  sin_limite: 0,
  meta: NO_TARGETS,
  general: NO_TARGETS,
  propuesta: { plazo_h: 24, minimo: 10, objetivo: 20, maximo: 30 },
  cobertura: null,
  ...changes,
})

export const loopOf = (changes: Partial<CuadroCiclo> = {}): CuadroCiclo => ({
  id: 3,
  nombre: 'General',
  empresa: 1,
  familias: ['20014'],
  medido: '2026-11-28T09:30:00+01:00',
  desde: '2026-10-03T00:00:00+02:00',
  etapas: [stageOf(1, 'Llenos'), stageOf(2, 'Consumo', { dentro: 7 })],
  pasos: [{ de: 1, a: 2, n: 30, mediana_h: 2, p90_h: 4, parte: 1 }],
  vueltas: { n: 1234, mediana_d: 4.5, p90_d: 7, al_anno: 70 },
  semanas: [],
  euros_dia: null,
  version: 'v1',
  ...changes,
})

export const rowOf = (n: number, changes: Partial<FilaCiclo> = {}): FilaCiclo => ({
  mac: `AC000000000${n}`,
  Apodo: `20014-${n}`,
  Familia: '20014',
  empresa: 1,
  ciclo: 3,
  etapa: { id: 1, nombre: 'Llenos' },
  de: null,
  Ubicacion: 'Almacén Lleno',
  Lugar: 'Almacén Lleno',
  desde: '2026-11-25T09:30:00+01:00',
  hasta: null,
  horas: 30,
  limite_h: 24,
  limite_de: 'plazo',
  exceso_h: 6,
  euros: null,
  motivo: null,
  causa: null,
  retenido: null,
  lleva: null,
  nota: null,
  callado_hasta: null,
  ...changes,
})

const HOURS = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2026, 10, 28, 10 + i)).toISOString())

export const seriesOf = (id: number, changes: Partial<SeriePrevista> = {}): SeriePrevista => ({
  id,
  empresa: 1,
  ciclo: { id: 3, nombre: 'General' },
  etapa: { id: 2, nombre: 'Consumo' },
  familia: '',
  familias: [],
  momento: '2026-11-28T09:00:00+01:00',
  stock: 12,
  minimo: 10,
  estado: 'prevista',
  horas: HOURS,
  q10: HOURS.map(() => 8),
  q50: HOURS.map(() => 11),
  q90: HOURS.map(() => 14),
  p_falta: 0.6,
  p_horas: HOURS.map((_, i) => i / 40),
  hora_falta: HOURS[5] as string,
  aviso: null,
  avisos: { contados: 2, ciertos: 1, pendientes: 0, ya: 0 },
  juzgadas: null,
  ensayo: {
    error: 2,
    error_ultimo: 4,
    cobertura: 0.81,
    avisadas: 3,
    ciertas: 3,
    venidas: 4,
    antelacion_h: 5,
  },
  ...changes,
})

export async function openLoop(address = '/ciclo', answers: Answers = {}, width = 1440) {
  const named: Answers = {
    getCuadro: () => ({
      ciclos: [{ id: 3, nombre: 'General', empresa: 1, empresa_nombre: 'Vitoria' }],
      ciclo: loopOf(),
    }),
    listCiclo: ({ query }) => ({ data: [rowOf(1), rowOf(2)], total: query.que === 'vueltas' ? 1234 : 40 }),
    listPrevisiones: () => ({ data: [seriesOf(1)] }),
    ...answers,
  }
  return openApp(address, { width, height: 844, answers: emptyAnswers(named) })
}

/** The loop as `getCuadro` answers it. */
export const answerLoop = (ciclo: CuadroCiclo | null): Answers => ({
  getCuadro: () => ({
    ciclos: ciclo ? [{ id: 3, nombre: 'General', empresa: 1, empresa_nombre: 'Vitoria' }] : [],
    ciclo,
  }),
})
