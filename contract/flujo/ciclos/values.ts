export const CLASES = ['vacios', 'llenos', 'consumo', 'transito', 'proveedor', 'servicio'] as const
/** What a container does in a stage. */
export type Clase = (typeof CLASES)[number]
export const MAX_CICLOS = 20
export const MAX_ETAPAS = 30

type Etapa = { id?: number | null; nombre: string; ancla: boolean; ubicaciones: readonly number[] }
type Ciclo = { id?: number | null; nombre: string; familias: readonly string[]; etapas: readonly Etapa[] }

const igual = (s: string) => s.trim().normalize('NFC').toLowerCase()
const repetido = (palabras: readonly string[]) =>
  palabras.find((p, i) => palabras.findIndex((q) => igual(q) === igual(p)) !== i)

/** New ones have no id. */
function isRepetido(ids: readonly (number | null | undefined)[]): boolean {
  const dados = ids.filter((id) => id != null)
  return new Set(dados).size < dados.length
}

function reviewEtapas(c: Ciclo): string | null {
  if (c.etapas.length < 2) return `El ciclo «${c.nombre}» necesita al menos dos etapas.`
  if (c.etapas.some((e) => !e.nombre.trim())) return `En el ciclo «${c.nombre}» hay una etapa sin nombre.`
  const etapa = repetido(c.etapas.map((e) => e.nombre))
  if (etapa !== undefined) return `En el ciclo «${c.nombre}» hay dos etapas «${etapa}».`
  if (c.etapas.filter((e) => e.ancla).length !== 1)
    return `En el ciclo «${c.nombre}», di en qué etapa empieza la vuelta.`
  const lugares = c.etapas.flatMap((e) => e.ubicaciones)
  return new Set(lugares).size < lugares.length
    ? `En el ciclo «${c.nombre}» hay una ubicación en dos etapas.`
    : null
}

/** The first error in the loops of a company, in Spanish; null: none. */
export function reviewCiclos(ciclos: readonly Ciclo[]): string | null {
  if (ciclos.some((c) => !c.nombre.trim())) return 'Hay un ciclo sin nombre.'
  if (isRepetido(ciclos.map((c) => c.id))) return 'Dos ciclos llevan el mismo identificador.'
  if (isRepetido(ciclos.flatMap((c) => c.etapas.map((e) => e.id))))
    return 'Dos etapas llevan el mismo identificador.'
  const nombre = repetido(ciclos.map((c) => c.nombre))
  if (nombre !== undefined) return `Hay dos ciclos «${nombre}».`
  if (ciclos.filter((c) => c.familias.length === 0).length > 1)
    return 'Solo un ciclo puede ser el de todas las demás familias.'
  const familia = repetido(ciclos.flatMap((c) => c.familias))
  if (familia !== undefined) return `La familia ${familia} está en dos ciclos.`
  for (const c of ciclos) {
    const reparo = reviewEtapas(c)
    if (reparo) return reparo
  }
  return null
}
