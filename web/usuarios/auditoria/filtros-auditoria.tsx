import Box from '@mui/material/Box'
import { useCallback } from 'react'
import { ACCIONES } from '#contract/auditoria'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import type { AlEscribir } from '../../ui/filtros/escribir'
import { SelectorFiltro } from '../../ui/filtros/selector'
import type { BusquedaUsuarios } from '../busqueda'
import { FILTROS } from '../filtros'
import { ACCION, nombreEntidad } from './textos'

type Props = {
  busqueda: BusquedaUsuarios
  entidades: string[]
  onCambio: (cambio: Partial<BusquedaUsuarios>, seguido?: boolean) => void
}

export function FiltrosAuditoria({ busqueda: b, entidades, onCambio }: Props) {
  const alBuscar = useCallback<AlEscribir>((buscar, seguido) => onCambio({ buscar }, seguido), [onCambio])
  return (
    <Box role="search" aria-label="Filtros de auditoría" sx={FILTROS}>
      <CampoBuscar valor={b.buscar} onCambio={alBuscar} placeholder="Buscar usuario o nombre" />
      <SelectorFiltro
        valor={b.entidad && nombreEntidad(b.entidad)}
        opciones={entidades.map(nombreEntidad)}
        onCambio={(nombre) => onCambio({ entidad: entidades.find((e) => nombreEntidad(e) === nombre) })}
        nombre="Qué"
        etiqueta="Qué"
        todas="Todo"
        quitar="Quitar filtro de qué"
      />
      <SelectorFiltro
        valor={b.accion && ACCION[b.accion]}
        opciones={ACCIONES.map((a) => ACCION[a])}
        onCambio={(nombre) => onCambio({ accion: ACCIONES.find((a) => ACCION[a] === nombre) })}
        nombre="Acción"
        etiqueta="Acción"
        todas="Todas las acciones"
        quitar="Quitar filtro de acción"
      />
      <div>
        <CampoDia
          valor={b.desde}
          max={b.hasta}
          etiqueta="Desde"
          onCambio={(desde) => onCambio({ desde })}
          error={b.desde && b.hasta && b.desde > b.hasta ? 'Es posterior al fin.' : undefined}
        />
      </div>
      <div>
        <CampoDia valor={b.hasta} min={b.desde} etiqueta="Hasta" onCambio={(hasta) => onCambio({ hasta })} />
      </div>
    </Box>
  )
}
