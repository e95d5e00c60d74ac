import { formatNumero } from './values'

type Definicion = {
  nombre: string
  /** Whether an increase is bad or good news; unset: neither. */
  mas?: 'mal' | 'bien'
  /** Help text: what the figure counts. */
  ayuda: string
  /** Second breakdown of the figure; the first one is by place. */
  segunda: 'familia' | 'lector'
}

const PLANTILLA = {
  llegadas: {
    nombre: 'Llegadas',
    ayuda: 'Contenedores que llegaron a una etapa de su vuelta, cada vez que lo hicieron.',
    segunda: 'familia',
  },
  salidas: {
    nombre: 'Salidas',
    ayuda: 'Contenedores que se fueron de una etapa de su vuelta, cada vez que lo hicieron.',
    segunda: 'familia',
  },
  vueltas: {
    nombre: 'Vueltas completas',
    mas: 'bien',
    ayuda: 'Contenedores que volvieron a donde empieza su vuelta.',
    segunda: 'familia',
  },
  impactos: { nombre: 'Impactos', mas: 'mal', ayuda: 'Golpes que alguien debe revisar.', segunda: 'familia' },
  extravios: {
    nombre: 'Posibles extravíos',
    mas: 'mal',
    ayuda: 'Contenedores que dejaron de oírse durante demasiado tiempo.',
    segunda: 'familia',
  },
  recuperados: {
    nombre: 'Recuperados',
    mas: 'bien',
    ayuda: 'Posibles extravíos que volvieron a oírse.',
    segunda: 'familia',
  },
  averias: {
    nombre: 'Averías',
    mas: 'mal',
    ayuda: 'Lectores, redes o servidores que fallaron.',
    segunda: 'lector',
  },
} as const satisfies Record<string, Definicion>

export type ClaveCifra = keyof typeof PLANTILLA
/** All figures of the week: the only place where they are defined. */
export const CIFRAS: Record<ClaveCifra, Definicion> = PLANTILLA
export const CLAVES_CIFRA = Object.keys(PLANTILLA) as [ClaveCifra, ...ClaveCifra[]]

export const PARTES_CIFRA = ['lugar', 'segunda'] as const
export type DeParte = (typeof PARTES_CIFRA)[number]
/** The part that accounts for most of a difference. */
export type Explicacion = { de: DeParte; nombre: string; ahora: number; antes: number }

/** `12 más que la semana pasada (22)`. */
export function formatDiferencia(ahora: number, antes: number | null): string {
  if (antes === null) return 'Sin datos de la semana pasada'
  if (ahora === antes) return 'Igual que la semana pasada'
  const cuantos = formatNumero(Math.abs(ahora - antes))
  return `${cuantos} ${ahora > antes ? 'más' : 'menos'} que la semana pasada (${formatNumero(antes)})`
}

const EN: Record<'lugar' | 'familia' | 'lector', string> = {
  lugar: 'En',
  familia: 'La familia',
  lector: 'El lector',
}

/** `En «Muelle 2», 10 más: el 83 % de la diferencia`. A place may be called «En camino». */
export function formatExplicacion(clave: ClaveCifra, e: Explicacion, ahora: number, antes: number): string {
  const de = e.de === 'lugar' ? 'lugar' : CIFRAS[clave].segunda
  const suya = e.ahora - e.antes
  const parte = Math.round((suya / (ahora - antes)) * 100)
  const cuanto = `${formatNumero(Math.abs(suya))} ${suya > 0 ? 'más' : 'menos'}`
  const quien = de === 'lugar' ? `«${e.nombre}»` : e.nombre
  return `${EN[de]} ${quien}, ${cuanto}${parte > 100 ? '' : `: el ${parte} % de la diferencia`}`
}
