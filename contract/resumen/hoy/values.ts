import { type ClaseCausa, TITULOS_CAUSA } from '../../avisos/causas/values'
import type { DefinicionLinea } from './linea-values'

/** Maximum number of lines, besides those about the user: a longer list is no plan for a day. */
export const MAX_LINEAS = 9
/** Hours for which a line stays away after a person marked it as done. */
export const HORAS_HECHA = 24

const PLANTILLA = {
  averias: {
    papeles: ['sistemas', 'linea'],
    gravedad: 3,
    uno: 'avería abierta',
    varios: 'averías abiertas',
    ayuda: 'Algo que hace falta para oír a los contenedores no funciona.',
    formatDetras: (n) =>
      n === 0
        ? 'Ningún contenedor espera detrás.'
        : `Mientras dura, no se sabe nada de ${formatNumero(n)} ${n === 1 ? 'contenedor' : 'contenedores'}.`,
    boton: 'Ver averías',
    ruta: '/causas',
    busqueda: { estado: 'abiertas' },
    parte: 'clase',
    formatParte: (clase) => TITULOS_CAUSA[clase as ClaseCausa],
  },
  falta: {
    papeles: ['planificacion', 'parque'],
    gravedad: 3,
    uno: 'etapa o familia donde faltan o van a faltar contenedores',
    varios: 'etapas o familias donde faltan o van a faltar contenedores',
    ayuda: 'A la última hora en punto había menos del mínimo, o los habrá en las próximas 24 horas abiertas.',
    boton: 'Ver la previsión',
    ruta: '/ciclo',
    busqueda: { vista: 'prevision', ver: 'faltas', todos: 'si' },
    parte: 'familia',
  },
  golpes_danio: {
    papeles: ['calidad', 'parque', 'cliente'],
    gravedad: 3,
    uno: 'golpe con daño sin cerrar',
    varios: 'golpes con daño sin cerrar',
    ayuda: 'El contenedor puede no servir: hay que apartarlo o repararlo.',
    boton: 'Revisar',
    botonMira: 'Ver golpes',
    ruta: '/incidencias',
    busqueda: { ver: 'abiertas', danio: 'si' },
    parte: 'ubicacion',
  },
  extravios: {
    papeles: ['parque', 'planificacion', 'cliente'],
    gravedad: 3,
    uno: 'posible extravío',
    varios: 'posibles extravíos',
    ayuda: 'Ningún lector los oye desde hace días. Cuanto antes se busquen, más vuelven.',
    boton: 'Buscar',
    botonMira: 'Ver contenedores',
    ruta: '/poc-status',
    busqueda: { posible_estado: 'Posible extravío' },
    parte: 'ubicacion',
    guardada: true,
  },
  tras_averia: {
    papeles: ['planificacion', 'parque', 'sistemas'],
    gravedad: 3,
    uno: 'contenedor del que nada se sabe por un lector sin señal',
    varios: 'contenedores de los que nada se sabe por lectores sin señal',
    ayuda: 'No están perdidos: su lector calla. No cuentes con que sigan donde dice el mapa.',
    boton: 'Ver contenedores',
    ruta: '/poc-status',
    busqueda: { certeza: 'lector_mudo' },
    parte: 'ubicacion',
    guardada: true,
  },
  atasco: {
    papeles: ['planificacion', 'linea'],
    gravedad: 2,
    uno: 'contenedor atascado en su etapa',
    varios: 'contenedores atascados en su etapa',
    ayuda: 'Llevan más de lo que esa etapa admite: hay que moverlos.',
    boton: 'Mover',
    botonMira: 'Ver atascados',
    ruta: '/ciclo',
    busqueda: { vista: 'antiguedad', que: 'atascados', todos: 'si' },
    parte: 'familia',
    guardada: true,
  },
  golpes_mios: {
    papeles: ['calidad', 'linea'],
    gravedad: 2,
    uno: 'golpe que llevas tú',
    varios: 'golpes que llevas tú',
    ayuda: 'Los tomaste y siguen abiertos.',
    boton: 'Cerrar',
    ruta: '/incidencias',
    busqueda: { ver: 'abiertas', mias: 'si' },
    parte: 'ubicacion',
  },
  golpes_nadie: {
    papeles: ['calidad', 'linea'],
    gravedad: 2,
    uno: 'golpe que no lleva nadie',
    varios: 'golpes que no lleva nadie',
    ayuda: 'Alguien tiene que mirar el contenedor y decir si hubo daño.',
    boton: 'Repartir',
    botonMira: 'Ver golpes',
    ruta: '/incidencias',
    busqueda: { ver: 'abiertas', pendientes: 'nadie' },
    parte: 'ubicacion',
  },
  golpes_viejos: {
    papeles: ['calidad'],
    gravedad: 2,
    uno: 'golpe abierto desde hace más de un día',
    varios: 'golpes abiertos desde hace más de un día',
    ayuda: 'Cuanto más tarde se miran, menos se sabe de qué pasó.',
    boton: 'Revisar',
    botonMira: 'Ver golpes',
    ruta: '/incidencias',
    busqueda: { ver: 'abiertas', pendientes: 'antiguas' },
    parte: 'ubicacion',
  },
  lt_faltan: {
    papeles: ['planificacion', 'parque', 'cliente'],
    gravedad: 2,
    uno: 'contenedor de menos en la Tabla MF',
    varios: 'contenedores de menos en la Tabla MF',
    ayuda: 'El catálogo dice cuántos debería haber de cada LT, y se encuentran menos.',
    boton: 'Ver la tabla',
    ruta: '/Logistics',
    busqueda: { falta: 'si' },
    parte: 'buscar',
    guardada: true,
  },
  busco: {
    papeles: ['planificacion', 'linea', 'calidad', 'parque', 'sistemas'],
    propia: true,
    gravedad: 2,
    uno: 'contenedor que buscas tú',
    varios: 'contenedores que buscas tú',
    ayuda: 'Búscalos donde se oyeron por última vez. En cuanto un lector oye uno, su búsqueda acaba.',
    boton: 'Buscar',
    ruta: '/perdidas',
    busqueda: { peldano: 'en_busqueda', lleva: 'yo' },
    parte: 'lugar',
  },
  sin_responsable: {
    papeles: ['parque'],
    gravedad: 2,
    uno: 'contenedor en búsqueda sin responsable',
    varios: 'contenedores en búsqueda sin responsable',
    ayuda: 'Hay que buscarlos y no los busca nadie: repártelos.',
    boton: 'Repartir',
    botonMira: 'Ver contenedores',
    ruta: '/perdidas',
    busqueda: { peldano: 'en_busqueda', lleva: 'nadie' },
    parte: 'lugar',
  },
  propuestas: {
    papeles: ['parque'],
    gravedad: 2,
    uno: 'contenedor propuesto para darlo por perdido',
    varios: 'contenedores propuestos para darlos por perdidos',
    ayuda:
      'Nadie los oye desde hace un mes sin contar cierres, o alguien lo propuso. Una persona tiene que decidir.',
    boton: 'Decidir',
    botonMira: 'Ver contenedores',
    ruta: '/perdidas',
    busqueda: { peldano: 'propuesta' },
    parte: 'familia',
  },
  disputas: {
    papeles: ['parque'],
    gravedad: 2,
    uno: 'línea de un extracto en disputa',
    varios: 'líneas de extractos en disputa',
    ayuda: 'Un tercero no está de acuerdo, y espera una respuesta o un acuerdo.',
    boton: 'Contestar',
    botonMira: 'Ver las líneas',
    ruta: '/custodia',
    busqueda: { vista: 'disputas' },
  },
  quietos: {
    papeles: ['planificacion', 'parque', 'cliente'],
    gravedad: 2,
    uno: 'contenedor más de 30 días en el mismo sitio',
    varios: 'contenedores más de 30 días en el mismo sitio',
    ayuda: 'Un contenedor parado no da vueltas: devuélvelo al circuito.',
    boton: 'Mover',
    botonMira: 'Ver contenedores',
    ruta: '/poc-status',
    busqueda: { en_sitio_dias: '30' },
    parte: 'ubicacion',
    guardada: true,
  },
  dudosos: {
    papeles: ['linea', 'planificacion', 'cliente'],
    gravedad: 2,
    uno: 'contenedor que puede estar en otro sitio',
    varios: 'contenedores que pueden estar en otro sitio',
    ayuda: 'Los lectores no distinguen entre dos sitios. Quien lo vea puede decir dónde está.',
    boton: 'Confirmar',
    botonMira: 'Ver contenedores',
    ruta: '/poc-status',
    busqueda: { certeza: 'dudosa' },
    parte: 'ubicacion',
    guardada: true,
  },
  entregas: {
    papeles: ['sistemas'],
    gravedad: 2,
    uno: 'aviso que no llegó en 7 días',
    varios: 'avisos que no llegaron en 7 días',
    ayuda: 'La dirección o el sistema de destino los rechazó.',
    boton: 'Ver envíos',
    administra: true,
    ruta: '/admin/usuarios',
    busqueda: { pestana: 'entregas', estado: 'rechazada' },
    dias: 7,
    parte: 'buscar',
  },
  cuarentena: {
    papeles: ['sistemas'],
    gravedad: 2,
    uno: 'mensaje en cuarentena',
    varios: 'mensajes en cuarentena',
    ayuda: 'No se pudieron leer, o nadie dio de alta su lector.',
    boton: 'Leer de nuevo',
    administra: true,
    ruta: '/admin/usuarios',
    busqueda: { pestana: 'lectores', vista: 'cuarentena' },
  },
  nunca_oidos: {
    papeles: ['linea', 'sistemas'],
    gravedad: 1,
    uno: 'dispositivo dado de alta que nadie ha oído nunca',
    varios: 'dispositivos dados de alta que nadie ha oído nunca',
    ayuda: 'La etiqueta no está puesta, no funciona, o su MAC está mal escrita.',
    boton: 'Comprobar',
    botonMira: 'Ver dispositivos',
    ruta: '/poc-status',
    busqueda: { posible_estado: 'Sin registro' },
    parte: 'familia',
    guardada: true,
  },
  pilas: {
    papeles: ['sistemas', 'linea'],
    gravedad: 2,
    uno: 'pila por cambiar ya',
    varios: 'pilas por cambiar ya',
    ayuda: 'Sin ella la etiqueta calla, y nadie sabe dónde está su contenedor.',
    boton: 'Cambiarlas',
    botonMira: 'Ver las pilas',
    ruta: '/pilas',
    busqueda: { clase: 'ya' },
    parte: 'familia',
  },
  vistos: {
    papeles: ['sistemas'],
    gravedad: 1,
    uno: 'etiqueta oída sin dar de alta',
    varios: 'etiquetas oídas sin dar de alta',
    ayuda:
      'Si está en un contenedor, dala de alta y se sabrá dónde anda. Los teléfonos que pasan no cuentan.',
    boton: 'Dar de alta',
    administra: true,
    ruta: '/admin/usuarios',
    busqueda: { pestana: 'lectores', vista: 'vistos' },
    parte: 'buscar',
  },
  recuentos: {
    papeles: ['calidad'],
    gravedad: 2,
    uno: 'recuento por revisar',
    varios: 'recuentos por revisar',
    ayuda: 'Les falta la firma, o tienen diferencias que nadie ha firmado ni vuelto a contar.',
    boton: 'Revisar',
    cambia: true,
    ruta: '/recuentos',
    busqueda: { estado: 'por_revisar' },
    parte: 'lugar',
  },
  apagados: {
    papeles: ['calidad'],
    gravedad: 1,
    uno: 'dispositivo desactivado',
    varios: 'dispositivos desactivados',
    ayuda: 'En reparación o fuera de uso: los que ya sirven se activan aquí.',
    boton: 'Activar',
    botonMira: 'Ver dispositivos',
    ruta: '/poc-status',
    busqueda: { activado: 'Desactivado' },
    parte: 'familia',
    guardada: true,
  },
} as const satisfies Record<string, DefinicionLinea>

export type ClaveLinea = keyof typeof PLANTILLA
/** All kinds of line: the only place where they are defined. */
export const LINEAS: Record<ClaveLinea, DefinicionLinea> = PLANTILLA
export const CLAVES_LINEA = Object.keys(PLANTILLA) as [ClaveLinea, ...ClaveLinea[]]

type Lista = { ruta: string; busqueda: Record<string, string> }

/**
 * The list that a line was counted from.
 * @param hoy plant day, `YYYY-MM-DD`
 * @param parte restricts the list to this part
 */
export function listaOf(clave: ClaveLinea, hoy: string, parte?: string): Lista {
  const d = LINEAS[clave]
  const busqueda = { ...d.busqueda }
  if (d.dias !== undefined) busqueda.desde = daysBefore(hoy, d.dias)
  if (parte !== undefined && d.parte !== undefined) busqueda[d.parte] = parte
  return { ruta: d.ruta, busqueda }
}

const DIA_MS = 86_400_000
const daysBefore = (dia: string, n: number) =>
  new Date(Date.parse(`${dia}T00:00:00Z`) - n * DIA_MS).toISOString().slice(0, 10)

const NUMERO = new Intl.NumberFormat('es', { useGrouping: 'always' })
export const formatNumero = (n: number): string => NUMERO.format(n)

/** Text after the number of a line. */
export const formatLinea = (clave: ClaveLinea, n: number): string => LINEAS[clave][n === 1 ? 'uno' : 'varios']

/** What the line means, and what its button is for. @param detras containers behind it; null: not counted */
export function formatAyuda(clave: ClaveLinea, detras: number | null): string {
  const d = LINEAS[clave]
  return detras === null || !d.formatDetras ? d.ayuda : d.formatDetras(detras)
}

export type Parte = { nombre: string; n: number }

/** `Muelle 2: 12 de 14`; if all are of one part: `todos en Muelle 2`. */
export function formatParte(clave: ClaveLinea, parte: Parte, n: number): string {
  const nombre = LINEAS[clave].formatParte?.(parte.nombre) ?? parte.nombre
  return n === 1 ? nombre : `${nombre}: ${formatNumero(parte.n)} de ${formatNumero(n)}`
}
