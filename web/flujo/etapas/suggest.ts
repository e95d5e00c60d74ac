import type { Ciclo } from '#contract/flujo/ciclos/ciclos'
import type { Clase } from '#contract/flujo/ciclos/values'

type Lugar = { id: number; nombre: string; grupo: string }

export const NOMBRE_CLASE: Record<Clase, string> = {
  llenos: 'Llenos',
  consumo: 'Consumo',
  vacios: 'Vacíos',
  transito: 'En tránsito',
  proveedor: 'Proveedor',
  servicio: 'Servicio',
}

/** Words in the name of a place that suggest its kind of stage, if its group does not. */
const PALABRAS: readonly (readonly [RegExp, Clase])[] = [
  [/tr[aá]nsito|cami[oó]n|ruta|transporte/i, 'transito'],
  [/proveedor|cliente|extern/i, 'proveedor'],
  [/repara|limpi|calidad|taller|lavad|manten/i, 'servicio'],
  [/vac[ií]|retorno|expedici/i, 'vacios'],
  [/llen|recep|descarga/i, 'llenos'],
  [/consumo|montaje|l[ií]nea|producci/i, 'consumo'],
]
/** The usual order of a loop; the round begins with the full containers. */
const ORDEN: readonly Clase[] = ['llenos', 'consumo', 'vacios', 'transito', 'proveedor', 'servicio']

const claseOf = (l: Lugar): Clase | null =>
  ORDEN.find((c) => c === l.grupo) ?? PALABRAS.find(([como]) => como.test(l.nombre))?.[1] ?? null

/** Suggests stages for the places of a plant, by their group or name. Places without a match stay without a stage. */
export function suggestEtapas(lugares: readonly Lugar[]): Ciclo['etapas'] {
  const etapas = ORDEN.flatMap((clase) => {
    const ubicaciones = lugares.filter((l) => claseOf(l) === clase).map((l) => l.id)
    return ubicaciones.length ? [{ nombre: NOMBRE_CLASE[clase], clase, ancla: false, ubicaciones }] : []
  })
  return etapas.map((e, i) => ({ ...e, ancla: i === 0 }))
}
