import Box from '@mui/material/Box'
import { ACCIONES } from '#contract/personas/auditoria/values'
import type { BusquedaUsuarios } from '../../dominio/administracion/busqueda'
import type { Change } from '../../lib/api/direccion'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { FILTROS } from '../../ui/filtros/barra'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { ACCION, nombreEntidad } from './textos'

type Props = {
  busqueda: BusquedaUsuarios
  entidades: string[]
  change: Change<BusquedaUsuarios>
}

export function FiltrosAuditoria({ busqueda: b, entidades, change }: Props) {
  const campo = camposOf(b, change)
  return (
    <Box role="search" aria-label="Filtros de auditoría" sx={FILTROS}>
      <CampoBuscar {...campo('buscar')} placeholder="Buscar usuario o nombre" />
      <SelectorFiltro
        valor={b.entidad && nombreEntidad(b.entidad)}
        opciones={entidades.map(nombreEntidad)}
        onChange={(nombre) => campo('entidad').onChange(entidades.find((e) => nombreEntidad(e) === nombre))}
        nombre="Qué"
        todas="Todo"
      />
      <SelectorFiltro
        valor={b.accion && ACCION[b.accion]}
        opciones={ACCIONES.map((a) => ACCION[a])}
        onChange={(nombre) => campo('accion').onChange(ACCIONES.find((a) => ACCION[a] === nombre))}
        nombre="Acción"
        todas="Todas las acciones"
      />
      <div>
        <CampoDia
          {...campo('desde')}
          max={b.hasta}
          etiqueta="Desde"
          error={b.desde && b.hasta && b.desde > b.hasta ? 'Es posterior al fin.' : undefined}
        />
      </div>
      <div>
        <CampoDia {...campo('hasta')} min={b.desde} etiqueta="Hasta" />
      </div>
    </Box>
  )
}
