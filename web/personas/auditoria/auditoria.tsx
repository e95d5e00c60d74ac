import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import {
  FILAS_INICIALES,
  SIN_FILTROS,
  TAMANOS,
  validateBusquedaUsuarios,
} from '../../dominio/administracion/busqueda'
import { useEmpresas } from '../../dominio/administracion/queries'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { urlOf } from '../../lib/api/api'
import { useDireccion } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { paginacionOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Tabla } from '../../ui/tabla/tabla'
import { columnasAuditoria } from './columnas'
import { Detalle } from './detalle'
import { FiltrosAuditoria } from './filtros-auditoria'
import { auditoriaQuery } from './queries'

const idOf = (a: Anotacion) => String(a.id)

export function Auditoria() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { buscar, entidad, accion, desde, hasta, pagina = 1, filas = FILAS_INICIALES } = busqueda
  const empresa = useEmpresa()
  const zona = useZona()
  const { nombreOf } = useEmpresas()
  const [abierta, setAbierta] = useState<Anotacion>()
  const filtros = { search: buscar, entidad, accion, desde, hasta, empresa }
  const consulta = useQuery(auditoriaQuery(filtros, pagina, filas))
  const { data } = consulta
  const columnas = useMemo(
    () => columnasAuditoria({ zona, nombreEmpresa: nombreOf }, setAbierta),
    [zona, nombreOf],
  )
  const filtrado = Boolean(buscar || entidad || accion || desde || hasta)
  return (
    <>
      <Tabla
        etiqueta="Auditoría"
        clave="auditoria"
        titulo={
          <Box role="status" sx={{ fontWeight: 550 }}>
            {data && `${data.total.toLocaleString('es')} ${data.total === 1 ? 'anotación' : 'anotaciones'}`}
          </Box>
        }
        vistas={() => <VistasGuardadas pantalla="auditoria" consulta={filtros} />}
        acciones={() => (
          <BotonExportar
            nombre="auditoria"
            urlOf={(formato) => urlOf(api.exportAuditoria.path, undefined, { ...filtros, formato })}
            vacio={!data?.total}
          />
        )}
        filtros={<FiltrosAuditoria busqueda={busqueda} entidades={data?.entidades ?? []} change={change} />}
        columnas={columnas}
        filas={data?.data}
        idOf={idOf}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        paginacion={paginacionOf({ pagina, filas }, change, data?.total ?? 0)}
        onOpen={setAbierta}
        actualizando={consulta.isPlaceholderData}
        error={
          consulta.error && !data
            ? `No se ha podido cargar la auditoría. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto={filtrado ? 'No hay anotaciones con esos filtros' : 'Todavía no hay anotaciones'}
            ayuda="Aquí queda quién cambió qué, y cuándo."
            accion={
              filtrado && (
                <Button variant="outlined" onClick={() => void change(SIN_FILTROS)}>
                  Limpiar filtros
                </Button>
              )
            }
          />
        }
      />
      {abierta && (
        <Detalle
          anotacion={abierta}
          traductor={{ zona, nombreEmpresa: nombreOf }}
          onClose={() => setAbierta(undefined)}
        />
      )}
    </>
  )
}
