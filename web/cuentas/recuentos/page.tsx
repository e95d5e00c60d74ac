import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { SxProps } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import {
  COLUMNAS_RECUENTO,
  FILTROS_ESTADO_RECUENTO,
  NOMBRE_FILTRO_ESTADO,
} from '#contract/cuentas/recuentos/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { useEmpresaFormulario } from '../../dominio/empresa/use-empresa-formulario'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { planoQuery } from '../../dominio/plano/query'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra, useCambia } from '../../lib/session/sesion'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { FiltrosPlegados } from '../../ui/filtros/plegados'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { SOLO_ICONO } from '../../ui/solo-icono'
import { Acuerdos } from './acuerdos'
import { SIN_FILTROS, TAMANOS, useBusquedaRecuentos } from './busqueda'
import { COLUMNAS } from './columnas'
import { AjusteFirma } from './firma'
import { NuevoRecuento } from './nuevo'
import { familiasQuery, listaQuery, tercerosQuery } from './queries'

const EN_FICHERO: readonly string[] = [...COLUMNAS_RECUENTO, COLUMNA_EMPRESA]

/** The counts of places, families and partners: starts a new one, and shows the results of the others. */
export function RecuentosPage() {
  const [busqueda, change] = useBusquedaRecuentos()
  const { estado, lugar, familia, tercero } = busqueda
  const empresa = useEmpresa()
  const cambia = useCambia()
  const administra = useAdministra()
  const navigate = useNavigate()
  const [abre, setAbre] = useState<'nuevo' | 'acuerdos'>()
  const { empresa: suya } = useEmpresaFormulario()
  const filtros = useMemo(
    () => ({ estado, ubicacion: lugar, familia, tercero, empresa }),
    [estado, lugar, familia, tercero, empresa],
  )
  const consulta = useQuery(listaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const plano = useQuery({ ...planoQuery(suya ?? 0), enabled: suya !== undefined }).data
  const familias = useQuery(familiasQuery(empresa)).data
  const terceros = useQuery(tercerosQuery(empresa)).data
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<Recuento>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filtrado = Boolean(estado || lugar || familia || tercero)
  const campo = camposOf({ estado, lugar, familia, tercero }, change)
  const nuevo = (sx?: SxProps) =>
    cambia && (
      <Button
        size="small"
        variant="contained"
        startIcon={<AddIcon />}
        onClick={() => setAbre('nuevo')}
        sx={sx}
      >
        Nuevo recuento
      </Button>
    )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, height: '100%' }}>
      <ListScreen
        etiqueta="Recuentos"
        clave="recuentos"
        titulo="Recuentos"
        cuenta={data && entero(data.total)}
        consulta={consulta}
        acciones={() => (
          <>
            {nuevo(SOLO_ICONO)}
            <Button size="small" color="inherit" onClick={() => setAbre('acuerdos')}>
              Acuerdo
            </Button>
          </>
        )}
        fichero={{
          pantalla: 'recuentos',
          nombre: 'recuentos',
          path: api.exportRecuentos.path,
          consultaOf: withColumns(filtros, EN_FICHERO),
          vacio: !data?.total,
        }}
        filtros={
          <FiltrosPlegados
            etiqueta="Filtros de recuentos"
            enVigor={[lugar, familia, tercero].filter(Boolean).length}
            primero={
              <SelectorFiltro
                {...campo('estado')}
                nombre="Estado"
                opciones={FILTROS_ESTADO_RECUENTO}
                todas="Todos los estados"
                tell={(e) => NOMBRE_FILTRO_ESTADO[e]}
              />
            }
          >
            <SelectorFiltro
              {...campo('lugar')}
              nombre="Ubicación"
              opciones={plano?.data.map((u) => u.nombre) ?? []}
              todas="Todas las ubicaciones"
            />
            <SelectorFiltro
              {...campo('familia')}
              nombre="Familia"
              opciones={familias?.data ?? []}
              todas="Todas las familias"
            />
            {(terceros?.data.length ?? 0) > 0 && (
              <SelectorFiltro
                {...campo('tercero')}
                nombre="Tercero"
                opciones={[...new Set(terceros?.data.map((t) => t.nombre))]}
                todas="Todos los terceros"
              />
            )}
            <Clear filtrado={filtrado} onClear={() => void change(SIN_FILTROS)} />
            {administra && suya !== undefined && <AjusteFirma empresa={suya} />}
          </FiltrosPlegados>
        }
        columnas={columnas}
        filas={pasada ? undefined : data?.data}
        idOf={(r) => String(r.id)}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
        onOpen={(r) => void navigate({ to: '/recuentos/$id', params: { id: String(r.id) } })}
        vacio={{
          texto: filtrado ? 'No hay recuentos con esos filtros' : 'Aún no se ha contado nada',
          ayuda: 'Un recuento compara lo que hay en un sitio con lo que Retorna espera encontrar.',
          accion: !filtrado && nuevo(),
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {abre === 'nuevo' && (
        <ParaEmpresa titulo="Nuevo recuento" onClose={() => setAbre(undefined)}>
          {(de) => <NuevoRecuento empresa={de} onClose={() => setAbre(undefined)} />}
        </ParaEmpresa>
      )}
      {abre === 'acuerdos' && <Acuerdos empresa={empresa} onClose={() => setAbre(undefined)} />}
    </Box>
  )
}
