import type { FilaPerdidaLista, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { PELDANOS, type Peldano } from '#contract/cuentas/perdidas/values'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'

/** How many stand on each rung; each of them is worth 100 €. */
const ON_RUNG: Record<Peldano, number> = {
  visto: 600,
  sin_ver: 12,
  posible_extravio: 5,
  en_busqueda: 4,
  propuesta: 3,
  declarada: 2,
  baja: 1,
}

export const ladderOf = (changes: Partial<Perdidas> = {}): Perdidas => ({
  contado: true,
  nunca_oidos: 0,
  peldanos: PELDANOS.map((peldano) => ({
    peldano,
    n: ON_RUNG[peldano],
    centimos: ON_RUNG[peldano] * 10_000,
    sin_precio: 0,
    esperada: 0,
    sin_estimar: 0,
  })),
  sin_responsable: 2,
  familias: ['20014'],
  lugares: ['Muelle'],
  ...changes,
})

export const lostOf = (n: number, changes: Partial<FilaPerdidaLista> = {}): FilaPerdidaLista => ({
  mac: `AC000000000${n}`,
  Apodo: `20014-${n}`,
  Familia: '20014',
  empresa: 1,
  peldano: 'en_busqueda',
  desde: '2026-11-01T10:00:00+01:00',
  se_oye: false,
  Ubicacion: 'Muelle',
  centimos: 10_000,
  etapa: 'Llenos',
  vuelve: { p: 0.83, bajo: 0.71, alto: 0.9, silencios: 1204, de_etapa: true },
  esperada: 1700,
  busca: null,
  asiento: null,
  juntos: 2,
  ...changes,
})

/** What is said of containers, written as the server does. */
export const SAID: Answers = {
  createAsientos: ({ body }) => {
    const { contenedores } = body as { contenedores: string[] }
    return {
      asientos: contenedores.map((_, i) => 70 + i),
      resultados: contenedores.map((mac) => ({ mac, status: 'success', message: 'Hecho.' })),
    }
  },
  undoAsientos: () => ({ asientos: [], resultados: [] }),
}

export const listOf = (data: FilaPerdidaLista[], total = data.length) => ({
  data,
  total,
  centimos: total * 10_000,
  sin_precio: 0,
  esperada: total * 1700,
  sin_estimar: 0,
})

export async function openLosses(address = '/perdidas', answers: Answers = {}, width = 1440) {
  const named: Answers = {
    getPerdidas: () => ladderOf(),
    listPerdidas: ({ query }) => listOf([lostOf(1), lostOf(2)], query.peldano ? 4 : 26),
    listOpcionesIncidencia: () => ({
      ubicaciones: [],
      lectores: [],
      piezas: [],
      personas: [
        { id: 7, nombre: 'Olga Operaria', empresa: 1 },
        { id: 9, nombre: 'Ane Busca', empresa: 1 },
      ],
    }),
    ...SAID,
    ...answers,
  }
  return openApp(address, { width, height: 844, answers: emptyAnswers(named) })
}
