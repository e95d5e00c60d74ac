import type { ClaseDicho } from '../../values/dichos'
import { enG } from '../../values/medidas'
import {
  a,
  asuntoDeDisputa,
  asuntoDeExtravio,
  asuntoDeRecuento,
  contenedores,
  cuantos,
  deEtapa,
  en,
  enumerate,
  formatBateria,
  formatDisputa,
  formatExtravio,
  formatPropuesta,
  formatRecuento,
  NUMERO,
  punto,
} from './textos-values'

/** Urgency: during quiet hours only `grave` is sent. */
export const GRAVEDADES = ['grave', 'normal'] as const
export type Gravedad = (typeof GRAVEDADES)[number]

/** Never, at once, or in a digest each day or week. */
export const FRECUENCIAS = ['no', 'ya', 'dia', 'semana'] as const
export type Frecuencia = (typeof FRECUENCIAS)[number]
export type SiONo = 'no' | 'ya'

/** Channels by which a person is notified of one kind of notice. */
export type Vias = { app: SiONo; correo: Frecuencia; push: SiONo }

/** Times are ISO 8601; `contenedores` are nicknames. */
export type DatosAviso = {
  causa_abierta: { que: string; contenedores: number; desde: string; porque?: string | null }
  causa_cerrada: { que: string; contenedores: number; desde: string; hasta: string }
  golpe: { contenedor: string; lugar?: string | null; impactos: number; g?: number | null; desde: string }
  extravio: {
    contenedores: string[]
    n: number
    lugar?: string | null
    desde: string
    /** Name of the person who is to search for them, and who alone is notified. */
    busca?: string
  }
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
    /** Open hours for which the first container has been there. */
    horas: number
    desde: string
  }
  falta: {
    etapa: string
    familia: string | null
    stock: number
    minimo: number
    /** Probability in percent, if the shortage is forecast; null: there are too few already. */
    porciento: number | null
    hora: string | null
    desde: string
  }
  falta_pasada: { etapa: string; familia: string | null; stock: number; minimo: number | null; desde: string }
  propuesta: {
    contenedores: string[]
    n: number
    familia: string | null
    /** Person who proposes them; null: proposed because of the length of their silence. */
    quien: string | null
    desde: string
  }
  recuento: {
    /** Scope of each count. */
    recuentos: string[]
    n: number
    /** They wait for a signature. */
    firma: boolean
    faltantes: number
    sobrantes: number
    desconocidos: number
    /** When the first count was closed. */
    desde: string
  }
  disputa: {
    /** Name of the partner whose statement has the lines. */
    tercero: string
    /** Container of each line, or its quantity. */
    lineas: string[]
    n: number
    /** What was said of them, and by whom. */
    que: ClaseDicho
    quien: string
    desde: string
  }
}
export type TipoAviso = keyof DatosAviso

/** Formats a time: `las 10:31`, or `el 22/11 a las 10:31` for another day. */
export type EnPalabras = (iso: string) => string

type Definicion<D> = {
  nombre: string
  /** What it reports: help text for the settings. */
  ayuda: string
  gravedad: Gravedad
  /** Label of the button that opens the screen where it is handled. */
  boton: string
  /** A few words: subject of a mail, or title on a phone. */
  asunto: (d: D) => string
  /** One line: what, how many, why, since when. */
  linea: (d: D, m: EnPalabras) => string
  /** Facts of the same place and company within this many minutes are merged into one notice. */
  juntaMin?: number
  /** Figures that are added up in a merge. */
  suma?: readonly (keyof D & string)[]
  /** Only people who may change things are notified: others can do nothing about it. */
  cambia?: true
  /** Default channels of administrators, of workers, and of people who may only read. */
  vias: { administra: Vias; trabaja: Vias; mira: Vias }
  /** Default channels of the people of a partner; unset: they are never notified of it. */
  deTercero?: Vias
}

const SOLO_APP: Vias = { app: 'ya', correo: 'no', push: 'no' }
const NADA: Vias = { app: 'no', correo: 'no', push: 'no' }
const EN_SEGUIDA: Vias = { app: 'ya', correo: 'ya', push: 'ya' }

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
      'Contenedores que ningún lector oye desde hace demasiado. Los de un mismo lugar se cuentan juntos. Y los que te toca buscar.',
    gravedad: 'normal',
    boton: 'Ver los contenedores',
    asunto: asuntoDeExtravio,
    linea: (d, m) => formatExtravio(d, m(d.desde)),
    juntaMin: 5,
    vias: { administra: { app: 'ya', correo: 'dia', push: 'no' }, trabaja: SOLO_APP, mira: SOLO_APP },
  },
  bateria: {
    nombre: 'Batería baja',
    ayuda: 'Etiquetas a las que les queda poca batería. Las de un mismo lugar se cuentan juntas.',
    gravedad: 'normal',
    boton: 'Ver las etiquetas',
    asunto: (d) =>
      d.n === 1 ? `Batería baja: ${d.contenedores[0]}` : `Batería baja en ${contenedores(d.n)}`,
    linea: (d, m) => formatBateria(d, m(d.desde)),
    juntaMin: 5,
    vias: { administra: { app: 'ya', correo: 'semana', push: 'no' }, trabaja: SOLO_APP, mira: SOLO_APP },
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
        : `${contenedores(d.n)} llevan en ${d.etapa} más de lo normal (${enumerate(d.contenedores, d.n)}); el primero, desde ${m(d.desde)}.`,
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
        : `En ${deEtapa(d)} habrá menos del mínimo de ${NUMERO.format(d.minimo)} hacia ${m(d.hora)}, con un ${NUMERO.format(d.porciento)} % de probabilidad; ${a(m(d.desde))} había ${NUMERO.format(d.stock)}.`,
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
  propuesta: {
    nombre: 'Propuesta de baja',
    ayuda:
      'Contenedores que nadie oye desde hace un mes sin contar cierres, o que alguien propone: una persona tiene que decidir. Los de una familia se cuentan juntos.',
    gravedad: 'normal',
    boton: 'Ver los propuestos',
    asunto: (d) =>
      d.n === 1
        ? `Propuesto para darlo por perdido: ${d.contenedores[0]}`
        : `${contenedores(d.n)} propuestos para darlos por perdidos`,
    linea: (d, m) => formatPropuesta(d, m(d.desde)),
    juntaMin: 60,
    cambia: true,
    vias: { administra: { app: 'ya', correo: 'dia', push: 'no' }, trabaja: SOLO_APP, mira: NADA },
  },
  recuento: {
    nombre: 'Recuento por revisar',
    ayuda:
      'Un recuento se ha cerrado con diferencias, o espera la firma de otra persona. Los de una misma persona se cuentan juntos.',
    gravedad: 'normal',
    boton: 'Revisar lo contado',
    asunto: asuntoDeRecuento,
    linea: (d, m) => formatRecuento(d, m(d.desde)),
    juntaMin: 15,
    suma: ['faltantes', 'sobrantes', 'desconocidos'],
    cambia: true,
    vias: {
      administra: { app: 'ya', correo: 'dia', push: 'no' },
      trabaja: SOLO_APP,
      mira: NADA,
    },
  },
  disputa: {
    nombre: 'Línea de un extracto en disputa',
    ayuda: 'Un tercero no está de acuerdo con una línea de su extracto, o la empresa le contesta.',
    gravedad: 'normal',
    boton: 'Ver las líneas',
    asunto: asuntoDeDisputa,
    linea: (d, m) => formatDisputa(d, m(d.desde)),
    juntaMin: 15,
    cambia: true,
    vias: { administra: { app: 'ya', correo: 'dia', push: 'no' }, trabaja: SOLO_APP, mira: NADA },
    deTercero: { app: 'ya', correo: 'ya', push: 'no' },
  },
}

/** All kinds of notice: the only place where they are defined. */
export const AVISOS = TABLA as Record<TipoAviso, Definicion<never>>
export const TIPOS_AVISO = Object.keys(TABLA) as [TipoAviso, ...TipoAviso[]]

/** A notice as it is stored. */
export type AvisoDicho = { [T in TipoAviso]: { tipo: T; datos: DatosAviso[T] } }[TipoAviso]

export const asuntoOf = ({ tipo, datos }: AvisoDicho): string => AVISOS[tipo].asunto(datos as never)
export const lineaOf = ({ tipo, datos }: AvisoDicho, m: EnPalabras): string =>
  AVISOS[tipo].linea(datos as never, m)

type Junto = { n: number; desde: string }
/** Maximum number of names in a merged notice; its count includes all. */
export const MAX_JUNTOS = 50

/** Data of a merged notice after one more fact: the list of names grows, the figures are added up. */
export function joinDatos<D extends Junto>(tipo: TipoAviso, previo: D, otro: D): D {
  const suma = new Set<string>(['n', ...(AVISOS[tipo].suma ?? [])])
  const join = ([clave, valor]: [string, unknown]): [string, unknown] => {
    const suyo = otro[clave as keyof D]
    if (Array.isArray(valor)) return [clave, [...valor, ...(suyo as unknown[])].slice(0, MAX_JUNTOS)]
    return [clave, suma.has(clave) ? Number(valor) + Number(suyo) : valor]
  }
  return {
    ...(Object.fromEntries(Object.entries(previo).map(join)) as D),
    desde: Date.parse(otro.desde) < Date.parse(previo.desde) ? otro.desde : previo.desde,
  }
}

export type Silencio = { desde: string; hasta: string }
/** Quiet hours of people who chose none. */
export const SILENCIO_INICIAL: Silencio = { desde: '22:00', hasta: '06:00' }

type Rol = 'lectura' | 'operario' | 'empresa' | 'admin' | 'tercero'

/** Whether people of a role are notified of a kind at all. */
export const isDeRol = (tipo: TipoAviso, rol: Rol): boolean =>
  rol === 'tercero' ? AVISOS[tipo].deTercero !== undefined : !AVISOS[tipo].cambia || rol !== 'lectura'

/** Default channels of a role, for a person who chose nothing. */
export function viasIniciales(rol: Rol): Record<TipoAviso, Vias> {
  const quien = rol === 'lectura' ? 'mira' : rol === 'operario' ? 'trabaja' : 'administra'
  const of = (t: TipoAviso) => (rol === 'tercero' ? (AVISOS[t].deTercero ?? NADA) : AVISOS[t].vias[quien])
  return Object.fromEntries(TIPOS_AVISO.map((t) => [t, of(t)])) as Record<TipoAviso, Vias>
}

/**
 * Channels by which a person is notified of a kind: as they chose, or by default for their role; none if their role can do nothing about
 * it.
 */
export const viasOf = (
  { rol, canales }: { rol: Rol; canales: Partial<Record<TipoAviso, Vias>> | null },
  tipo: TipoAviso,
): Vias => (isDeRol(tipo, rol) ? (canales?.[tipo] ?? viasIniciales(rol)[tipo]) : NADA)

export const CANALES_ENTREGA = ['correo', 'push', 'webhook'] as const
export type CanalEntrega = (typeof CANALES_ENTREGA)[number]
export const ESTADOS_ENTREGA = ['pendiente', 'enviada', 'rechazada', 'descartada'] as const
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number]
