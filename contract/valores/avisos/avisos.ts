import { enG } from '../lecturas/medidas'

/** How urgent: quiet hours let only `grave` pass. */
export const GRAVEDADES = ['grave', 'normal'] as const
export type Gravedad = (typeof GRAVEDADES)[number]

/** At once, gathered once a day or a week, or not at all. */
export const FRECUENCIAS = ['no', 'ya', 'dia', 'semana'] as const
export type Frecuencia = (typeof FRECUENCIAS)[number]
export type SiONo = 'no' | 'ya'

/** By which ways somebody is notified of one kind. */
export type Vias = { app: SiONo; correo: Frecuencia; push: SiONo }

/** Times are ISO 8601; `contenedores` are nicknames. */
export type DatosAviso = {
  causa_abierta: { que: string; contenedores: number; desde: string; porque?: string | null }
  causa_cerrada: { que: string; contenedores: number; desde: string; hasta: string }
  golpe: { contenedor: string; lugar?: string | null; impactos: number; g?: number | null; desde: string }
  extravio: { contenedores: string[]; n: number; lugar?: string | null; desde: string }
  bateria: {
    contenedores: string[]
    n: number
    lugar?: string | null
    porciento?: number | null
    desde: string
  }
  atasco: {
    contenedores: string[]
    n: number
    etapa: string
    /** Open hours that the first one has been there. */
    horas: number
    desde: string
  }
  falta: {
    etapa: string
    familia: string | null
    stock: number
    minimo: number
    /** Chance in percent and when, where it is foretold; null: there are too few already. */
    porciento: number | null
    hora: string | null
    desde: string
  }
  falta_pasada: { etapa: string; familia: string | null; stock: number; minimo: number | null; desde: string }
}
export type TipoAviso = keyof DatosAviso

/** How a moment is written: `las 10:31`, or `el 22/11 a las 10:31` where it is of another day. */
export type EnPalabras = (iso: string) => string

type Definicion<D> = {
  nombre: string
  /** What it tells of, for who chooses. */
  ayuda: string
  gravedad: Gravedad
  /** What the button to where it is dealt with says. */
  boton: string
  /** A few words: subject of a mail, title on a telephone. */
  asunto: (d: D) => string
  /** One line: what, how many, why, since when. */
  linea: (d: D, m: EnPalabras) => string
  /** Facts of one place and company within this many minutes are reported together, and counted. */
  juntaMin?: number
  /** Of who administers, who works there, and who only looks. */
  vias: { administra: Vias; trabaja: Vias; mira: Vias }
}

const SOLO_APP: Vias = { app: 'ya', correo: 'no', push: 'no' }
const EN_SEGUIDA: Vias = { app: 'ya', correo: 'ya', push: 'ya' }
const NUMERO = new Intl.NumberFormat('es', { maximumFractionDigits: 1, useGrouping: 'always' })
const MAX_NOMBRES = 3

const cuantos = (n: number, uno: string, varios: string) => `${NUMERO.format(n)} ${n === 1 ? uno : varios}`
const contenedores = (n: number) => cuantos(n, 'contenedor', 'contenedores')
const en = (lugar: string | null | undefined) => (lugar ? ` en ${lugar}` : '')
const punto = (s: string) => (/[.!?]$/.test(s) ? s : `${s}.`)
const a = (momento: string) => (momento.startsWith('la') ? `a ${momento}` : momento)

/** `Vacíos, familia 20014`. */
const deEtapa = (d: { etapa: string; familia: string | null }) =>
  d.familia ? `${d.etapa}, ${d.familia}` : d.etapa

/** `A, B, C y 9 más`. */
function nombresOf(d: { contenedores: string[]; n: number }): string {
  const dichos = d.contenedores.slice(0, MAX_NOMBRES)
  const resto = d.n - dichos.length
  if (resto > 0) return `${dichos.join(', ')} y ${NUMERO.format(resto)} más`
  return dichos.length > 1 ? `${dichos.slice(0, -1).join(', ')} y ${dichos.at(-1)}` : (dichos[0] ?? '')
}

const TABLA: { [T in TipoAviso]: Definicion<DatosAviso[T]> } = {
  causa_abierta: {
    nombre: 'Algo ha dejado de funcionar',
    ayuda: 'Un lector sin señal, sordo o con la hora cambiada, la red de una planta, un lector rechazado.',
    gravedad: 'grave',
    boton: 'Ver la avería',
    asunto: (d) => d.que,
    linea: (d, m) =>
      punto(
        `${d.que} desde ${m(d.desde)}${d.contenedores ? `: afecta a ${contenedores(d.contenedores)}` : ''}${
          d.porque ? `. ${d.porque}` : ''
        }`,
      ),
    vias: { administra: EN_SEGUIDA, trabaja: SOLO_APP, mira: SOLO_APP },
  },
  causa_cerrada: {
    nombre: 'Vuelve a funcionar',
    ayuda: 'El final de lo anterior, con lo que ha durado.',
    gravedad: 'normal',
    boton: 'Ver la avería',
    asunto: (d) => `Resuelto: ${d.que}`,
    linea: (d, m) =>
      `Resuelto: ${d.que}, desde ${m(d.desde)} hasta ${m(d.hasta)}${
        d.contenedores ? `; afectó a ${contenedores(d.contenedores)}` : ''
      }.`,
    vias: { administra: EN_SEGUIDA, trabaja: SOLO_APP, mira: SOLO_APP },
  },
  golpe: {
    nombre: 'Golpe',
    ayuda: 'Un contenedor ha recibido un impacto que alguien debe revisar.',
    gravedad: 'normal',
    boton: 'Revisar el golpe',
    asunto: (d) => `Golpe: ${d.contenedor}`,
    linea: (d, m) => {
      const detalle = [
        ...(d.impactos > 1 ? [cuantos(d.impactos, 'impacto', 'impactos')] : []),
        ...(d.g ? [enG(d.g)] : []),
      ]
      return `Golpe del contenedor ${d.contenedor}${en(d.lugar)} ${a(m(d.desde))}${
        detalle.length ? `: ${detalle.join(', ')}` : ''
      }.`
    },
    vias: {
      administra: { app: 'ya', correo: 'dia', push: 'no' },
      trabaja: { app: 'ya', correo: 'no', push: 'ya' },
      mira: SOLO_APP,
    },
  },
  extravio: {
    nombre: 'Posible extravío',
    ayuda:
      'Contenedores que ningún lector oye desde hace demasiado. Los de un mismo lugar se cuentan juntos.',
    gravedad: 'normal',
    boton: 'Ver los contenedores',
    asunto: (d) =>
      d.n === 1 ? `Posible extravío: ${d.contenedores[0]}` : `Posible extravío de ${contenedores(d.n)}`,
    linea: (d, m) =>
      d.n === 1
        ? `Posible extravío del contenedor ${d.contenedores[0]}: nadie lo oye desde ${m(d.desde)}${
            d.lugar ? `, cuando estaba en ${d.lugar}` : ''
          }.`
        : `Posible extravío de ${contenedores(d.n)}${
            d.lugar ? ` que estaban en ${d.lugar}` : ''
          } (${nombresOf(d)}): nadie oye al primero desde ${m(d.desde)}.`,
    juntaMin: 5,
    vias: {
      administra: { app: 'ya', correo: 'dia', push: 'no' },
      trabaja: SOLO_APP,
      mira: SOLO_APP,
    },
  },
  bateria: {
    nombre: 'Batería baja',
    ayuda: 'Etiquetas a las que les queda poca batería. Las de un mismo lugar se cuentan juntas.',
    gravedad: 'normal',
    boton: 'Ver las etiquetas',
    asunto: (d) =>
      d.n === 1 ? `Batería baja: ${d.contenedores[0]}` : `Batería baja en ${contenedores(d.n)}`,
    linea: (d, m) =>
      d.n === 1
        ? `Batería baja en el contenedor ${d.contenedores[0]}${en(d.lugar)} desde ${m(d.desde)}${
            d.porciento == null ? '' : `: le queda el ${NUMERO.format(d.porciento)} %`
          }.`
        : `Batería baja en ${contenedores(d.n)}${d.lugar ? ` de ${d.lugar}` : ''} desde ${m(d.desde)}: ${nombresOf(d)}.`,
    juntaMin: 5,
    vias: {
      administra: { app: 'ya', correo: 'semana', push: 'no' },
      trabaja: SOLO_APP,
      mira: SOLO_APP,
    },
  },
  atasco: {
    nombre: 'Contenedores atascados',
    ayuda:
      'Llevan en una etapa más de su plazo, o más que el 95 % de sus estancias, en horas de trabajo. Los de una etapa se cuentan juntos.',
    gravedad: 'normal',
    boton: 'Ver los atascados',
    asunto: (d) =>
      d.n === 1
        ? `Atascado en ${d.etapa}: ${d.contenedores[0]}`
        : `${contenedores(d.n)} se atascan en ${d.etapa}`,
    linea: (d, m) =>
      d.n === 1
        ? `El contenedor ${d.contenedores[0]} lleva ${cuantos(d.horas, 'hora', 'horas')} de trabajo en ${d.etapa}, desde ${m(d.desde)}: más de lo normal.`
        : `${contenedores(d.n)} llevan en ${d.etapa} más de lo normal (${nombresOf(d)}); el primero, desde ${m(d.desde)}.`,
    juntaMin: 60,
    vias: { administra: { app: 'ya', correo: 'dia', push: 'no' }, trabaja: SOLO_APP, mira: SOLO_APP },
  },
  falta: {
    nombre: 'Van a faltar contenedores',
    ayuda: 'La previsión de una etapa baja de su mínimo en las próximas 24 horas de trabajo, o ya hay menos.',
    gravedad: 'normal',
    boton: 'Ver la previsión',
    asunto: (d) =>
      `${d.hora === null ? 'Faltan' : (d.porciento ?? 100) < 50 ? 'Pueden faltar' : 'Van a faltar'} contenedores en ${deEtapa(d)}`,
    linea: (d, m) =>
      d.hora === null || d.porciento === null
        ? `En ${deEtapa(d)} quedan ${NUMERO.format(d.stock)}: menos del mínimo de ${NUMERO.format(d.minimo)}, desde ${m(d.desde)}.`
        : `En ${deEtapa(d)} habrá menos del mínimo de ${NUMERO.format(d.minimo)} hacia ${m(d.hora)}, con un ${NUMERO.format(d.porciento)} % de probabilidad; ahora hay ${NUMERO.format(d.stock)}.`,
    vias: { administra: EN_SEGUIDA, trabaja: { app: 'ya', correo: 'no', push: 'ya' }, mira: SOLO_APP },
  },
  falta_pasada: {
    nombre: 'Ya no van a faltar',
    ayuda: 'El final de lo anterior.',
    gravedad: 'normal',
    boton: 'Ver la previsión',
    asunto: (d) => `Ya no faltan contenedores en ${deEtapa(d)}`,
    linea: (d, m) =>
      `En ${deEtapa(d)} vuelve a haber bastantes: ${NUMERO.format(d.stock)} ${a(m(d.desde))}${
        d.minimo === null ? '' : `, con un mínimo de ${NUMERO.format(d.minimo)}`
      }.`,
    vias: { administra: SOLO_APP, trabaja: SOLO_APP, mira: SOLO_APP },
  },
}

/** Every kind of notice: the one place where one is defined. */
export const AVISOS = TABLA as Record<TipoAviso, Definicion<never>>
export const TIPOS_AVISO = Object.keys(TABLA) as [TipoAviso, ...TipoAviso[]]

/** A notice as it is kept. */
export type AvisoDicho = { [T in TipoAviso]: { tipo: T; datos: DatosAviso[T] } }[TipoAviso]

export const asuntoOf = ({ tipo, datos }: AvisoDicho): string => AVISOS[tipo].asunto(datos as never)
export const lineaOf = ({ tipo, datos }: AvisoDicho, m: EnPalabras): string =>
  AVISOS[tipo].linea(datos as never, m)

type Junto = { contenedores: string[]; n: number; desde: string }
/** Names that a notice of many keeps; it counts them all. */
const MAX_JUNTOS = 50

/** What a notice that counts several facts says once one more is told. */
export const joinDatos = <D extends Junto>(previo: D, otro: D): D => ({
  ...previo,
  contenedores: [...previo.contenedores, ...otro.contenedores].slice(0, MAX_JUNTOS),
  n: previo.n + otro.n,
  desde: Date.parse(otro.desde) < Date.parse(previo.desde) ? otro.desde : previo.desde,
})

export type Silencio = { desde: string; hasta: string }
/** Quiet hours of who chose none. */
export const SILENCIO_INICIAL: Silencio = { desde: '22:00', hasta: '06:00' }

/** What somebody of a role is told who chose nothing. */
export function viasIniciales(rol: 'lectura' | 'operario' | 'empresa' | 'admin'): Record<TipoAviso, Vias> {
  const quien = rol === 'lectura' ? 'mira' : rol === 'operario' ? 'trabaja' : 'administra'
  return Object.fromEntries(TIPOS_AVISO.map((t) => [t, AVISOS[t].vias[quien]])) as Record<TipoAviso, Vias>
}

export const CANALES_ENTREGA = ['correo', 'push', 'webhook'] as const
export type CanalEntrega = (typeof CANALES_ENTREGA)[number]
export const ESTADOS_ENTREGA = ['pendiente', 'enviada', 'rechazada', 'descartada'] as const
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number]
