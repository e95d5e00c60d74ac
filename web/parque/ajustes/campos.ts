import type { Ajustes } from '#contract/parque/ajustes/values'

type Campo = { nombre: keyof Ajustes; titulo: string; unidad: string; ayuda: string }

/** Labels and explanations of the numbers of the rules, the most used ones first. */
export const GRUPOS: { titulo: string; campos: Campo[] }[] = [
  {
    titulo: 'Vigilancia',
    campos: [
      {
        nombre: 'minutosViejo',
        titulo: 'Posible tránsito',
        unidad: 'min',
        ayuda:
          'Sin oírse durante más tiempo, un contenedor pasa a Posible tránsito, un lector a Necesita revisar, y el último registro se marca en rojo.',
      },
      {
        nombre: 'minutosPerdido',
        titulo: 'Posible extravío',
        unidad: 'min',
        ayuda:
          'Sin oírse durante más tiempo, un contenedor pasa a Posible extravío y cuenta como sin actualizar. 4320 minutos son 3 días.',
      },
      {
        nombre: 'minutosLectorSinSenal',
        titulo: 'Lector sin señal',
        unidad: 'min',
        ayuda:
          'Un lector que calla durante más tiempo se da por caído, y sus contenedores no se dan por perdidos por eso.',
      },
      {
        nombre: 'bateriaBaja',
        titulo: 'Batería baja',
        unidad: '%',
        ayuda: 'Por debajo, el contenedor pasa a Necesita revisar.',
      },
    ],
  },
  {
    titulo: 'Impactos y movimiento',
    campos: [
      {
        nombre: 'gImpacto',
        titulo: 'Impacto desde',
        unidad: 'g',
        ayuda: 'Aceleración a partir de la cual una muestra es un impacto.',
      },
      {
        nombre: 'gImpactoPicos',
        titulo: 'Impacto desde, con picos',
        unidad: 'g',
        ayuda:
          'Lo mismo para las etiquetas que envían picos: notan cada roce de la carretilla, hasta unos 4 g.',
      },
      {
        nombre: 'segundosRafaga',
        titulo: 'Ráfaga de impactos',
        unidad: 's',
        ayuda: 'Los impactos más seguidos que esto son una sola incidencia.',
      },
      {
        nombre: 'segundosImpacto',
        titulo: 'Impacto a la vista',
        unidad: 's',
        ayuda: 'El estado sigue siendo Impacto durante este tiempo, aunque el contenedor se mueva.',
      },
      {
        nombre: 'gMovimiento',
        titulo: 'Movimiento desde',
        unidad: 'g',
        ayuda:
          'Cambio de aceleración entre dos muestras que cuenta como movimiento. Un solo paso del sensor de la etiqueta nunca cuenta.',
      },
      {
        nombre: 'segundosParado',
        titulo: 'Parado tras',
        unidad: 's',
        ayuda: 'Sin movimiento durante este tiempo, el estado pasa a Parado.',
      },
      {
        nombre: 'gReposo',
        titulo: 'Reposo para la inclinación',
        unidad: 'g',
        ayuda: 'La inclinación solo se calcula si la aceleración se aparta de 1 g menos que esto.',
      },
    ],
  },
  {
    titulo: 'Dónde está el contenedor',
    campos: [
      {
        nombre: 'segundosEstancia',
        titulo: 'Estancia desde',
        unidad: 's',
        ayuda: 'Si está menos tiempo en un lugar, solo ha pasado por allí.',
      },
      {
        nombre: 'minutosSalida',
        titulo: 'Salida tras',
        unidad: 'min',
        ayuda: 'Si ningún lector lo oye durante este tiempo, su estancia acaba en la última señal.',
      },
    ],
  },
  {
    titulo: 'Relojes y eventos',
    campos: [
      {
        nombre: 'segundosReloj',
        titulo: 'Reloj creíble',
        unidad: 's',
        ayuda: 'Si la hora de un lector se aparta más de la nuestra, vale la hora de llegada.',
      },
      {
        nombre: 'segundosLatido',
        titulo: 'Evento al menos cada',
        unidad: 's',
        ayuda: 'Sin cambios, se guarda un evento con esta frecuencia.',
      },
    ],
  },
]
