import { formatDia } from '#contract/values/comunes'
import { ChipsFiltros } from '../../ui/filtros/chips'
import type { ChangeInventario, FiltrosInventario } from './busqueda'

const NOMBRES: Record<keyof FiltrosInventario, string> = {
  apodo: 'Apodo',
  tipo: 'Tipo',
  activado: 'Activado',
  posible_estado: 'Posible estado',
  estado: 'Estado',
  bateria: 'Batería',
  familia: 'Familia',
  ubicacion: 'Ubicación',
  lector: 'Lector',
  visto_por: 'Visto por',
  fecha_desde: 'Registrado desde',
  fecha_hasta: 'Registrado hasta',
  sin_actualizar: 'Actualización',
  sin_ver_dias: 'Sin ver',
  en_sitio_dias: 'En el sitio',
  certeza: 'Lugar',
  montaje: 'Montaje',
}

const LUGAR: Record<string, string> = {
  dudosa: 'dudoso',
  sin_senal: 'sin señal',
  incierta: 'dudoso o sin señal',
  lector_mudo: 'lector sin señal',
}

/** `más de 7 días`. */
export const masOf = (dias: string) => `más de ${dias} ${dias === '1' ? 'día' : 'días'}`

function escrito(campo: string, valor: string): string {
  if (campo === 'sin_actualizar') return 'sin actualizar'
  if (campo === 'sin_ver_dias' || campo === 'en_sitio_dias') return masOf(valor)
  if (campo === 'certeza') return LUGAR[valor] ?? valor
  if (campo === 'montaje') return valor === 'otras' ? 'Final, en otras ubicaciones' : 'Final'
  return campo.startsWith('fecha_') ? formatDia(valor) : valor
}

/** The active filters, each with the name of its field. */
export function ChipsInventario({
  filtros,
  change,
}: {
  filtros: FiltrosInventario
  change: ChangeInventario
}) {
  const campos = (Object.keys(NOMBRES) as (keyof FiltrosInventario)[]).filter((c) => filtros[c])
  return (
    <ChipsFiltros
      conCampo
      filtros={campos.map((campo) => ({
        nombre: NOMBRES[campo],
        valor: escrito(campo, String(filtros[campo])),
        onRemove: () => void change({ [campo]: undefined, pagina: undefined }),
      }))}
    />
  )
}
