import type { Linea, Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import type { Situado } from '#contract/cuentas/recuentos/reglas-values'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'

export const countOf = (id: number, changes: Partial<Recuento> = {}): Recuento => ({
  id,
  empresa: 1,
  ubicacion: 4,
  lugar: 'Muelle',
  familia: null,
  tercero: null,
  tercero_id: null,
  estado: 'cerrado',
  abierto: '2026-11-27T09:00:00+01:00',
  abrio: { id: 7, nombre: 'Olga Operaria' },
  nota: null,
  cerrado: '2026-11-27T09:30:00+01:00',
  cerro: { id: 7, nombre: 'Olga Operaria' },
  firmado: null,
  firmo: null,
  esperados: 3,
  cifras: {
    esperados: 3,
    escaneos: 3,
    encontrados: 2,
    faltantes: 1,
    sobrantes: 1,
    desconocidos: 1,
    repetidos: 0,
    acuerdan: 2,
    comparados: 4,
  },
  ...changes,
})

export const fullOf = (changes: Partial<UnRecuento> = {}, id = 12): UnRecuento => ({
  ...countOf(id),
  aparatos: [],
  puede_firmar: false,
  firmantes: 1,
  libro: null,
  ...changes,
})

export const rowOf = (changes: Partial<Linea> = {}): Linea => ({
  mac: 'AC0000000001',
  Apodo: '20014-1',
  codigo: '20014-1',
  resultado: 'falta',
  Ubicacion: 'Muelle',
  donde: null,
  veces: 0,
  primero: null,
  personas: [],
  acuerda: false,
  foto: null,
  ...changes,
})

export const PLACES = ['Almacén', 'Taller', 'Nave', 'Muelle'].map((nombre, i) => ({
  id: i + 1,
  nombre,
  planta: '',
  grupo: 'llenos',
  nodo_x: null,
  nodo_y: null,
  lectores: [],
}))

const knownOf = (n: number, changes: Partial<Situado>): Situado => ({
  mac: `AC000000000${n}`,
  apodo: `20014-${n}`,
  lugar: 'Muelle',
  oido: true,
  esperado: true,
  ...changes,
})
/** What a phone knows: two that should be there, one of another place, and one whose place is unknown. */
const KNOWN = [
  knownOf(1, {}),
  knownOf(2, {}),
  knownOf(3, { lugar: 'Nave', esperado: false }),
  knownOf(4, { lugar: null, esperado: false, oido: false }),
]

export async function openCounts(address: string, answers: Answers = {}, width = 1440) {
  const named: Answers = {
    listUbicaciones: () => ({
      empresa: 1,
      nombre_empresa: 'Vitoria',
      version: '1',
      data: PLACES,
      imagen: null,
    }),
    listRecuentos: () => ({ data: [countOf(12)], total: 1 }),
    getRecuento: () => fullOf(),
    getEsperados: () => ({ contenedores: KNOWN, completo: true }),
    listEscaneos: ({ query }) => ({ data: [], siguiente: Number(query.desde), fotos: [], estado: 'abierto' }),
    addEscaneos: () => ({ nuevos: 1, tarde: false }),
    ...answers,
  }
  return openApp(address, { width, height: 844, answers: emptyAnswers(named) })
}
