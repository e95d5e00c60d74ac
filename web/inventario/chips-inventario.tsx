import { ChipsFiltros } from '../ui/filtros/chips'
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
  certeza: 'Lugar',
  montaje: 'Montaje',
}

function escrito(campo: string, valor: string): string {
  if (campo === 'sin_actualizar') return 'sin actualizar'
  if (campo === 'certeza') return valor === 'dudosa' ? 'dudoso' : 'sin señal'
  if (campo === 'montaje') return 'Final'
  return campo.startsWith('fecha_') ? valor.split('-').reverse().join('/') : valor
}

/** The filters in force, each with what it is of. */
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
