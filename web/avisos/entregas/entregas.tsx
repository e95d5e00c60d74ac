import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Entrega } from '#contract/avisos/avisos/avisos'
import {
  CANALES_ENTREGA,
  type CanalEntrega,
  ESTADOS_ENTREGA,
  type EstadoEntrega,
} from '#contract/avisos/avisos/values'
import {
  FILAS_INICIALES,
  SIN_FILTROS,
  TAMANOS,
  validateBusquedaUsuarios,
} from '../../dominio/administracion/busqueda'
import { CLAVE, useEmpresas } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { useDireccion } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { paginacionOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { FILTROS } from '../../ui/filtros/barra'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { Momento } from '../../ui/momento'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import type { Token } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

const CANAL: Record<CanalEntrega, string> = { correo: 'Correo', push: 'Dispositivo', webhook: 'Webhook' }
const ESTADO: Record<EstadoEntrega, [texto: string, token: Token]> = {
  pendiente: ['Pendiente', 'amber'],
  enviada: ['Enviado', 'verde'],
  rechazada: ['No entregado', 'rojo'],
  descartada: ['Descartado', 'muted'],
}

type Filtros = {
  search?: string
  canal?: CanalEntrega
  estado?: EstadoEntrega
  desde?: string
  empresa?: number
}

const entregasQuery = (filtros: Filtros, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'entregas', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listEntregas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

const columnasEntrega = (nombreOf: (empresa: number) => string): Columna<Entrega>[] => [
  { id: 'creada', titulo: 'Cuándo', ancho: 168, celda: (e) => <Momento iso={e.creada} /> },
  {
    id: 'nombre',
    titulo: 'A quién',
    fija: true,
    titular: true,
    ancho: 208,
    celda: (e) => <span style={{ fontWeight: 550 }}>{e.nombre}</span>,
  },
  { id: 'canal', titulo: 'Por', ancho: 112, celda: (e) => CANAL[e.canal] },
  {
    id: 'asunto',
    titulo: 'Aviso',
    celda: (e) => `${e.asunto ?? 'Prueba'}${e.resumen ? ' (en un resumen)' : ''}`,
  },
  {
    id: 'estado',
    titulo: 'Estado',
    fija: true,
    ancho: 128,
    celda: (e) => {
      const [texto, token] = ESTADO[e.estado]
      return <span style={{ color: tono(token), fontWeight: 550 }}>{texto}</span>
    },
  },
  { id: 'intentos', titulo: 'Intentos', numerica: true, ancho: 96, celda: (e) => e.intentos },
  { id: 'error', titulo: 'Por qué', entera: true, celda: (e) => e.error ?? '—' },
  {
    id: 'siguiente',
    titulo: 'Siguiente',
    oculta: true,
    ancho: 168,
    celda: (e) => <Momento iso={e.siguiente} />,
  },
  {
    id: 'terminada',
    titulo: 'Terminado',
    oculta: true,
    ancho: 168,
    celda: (e) => <Momento iso={e.terminada} />,
  },
  { id: 'empresa', titulo: 'Empresa', oculta: true, ancho: 160, celda: (e) => nombreOf(e.empresa) },
]

const idOf = (e: Entrega) => e.id

/** Outgoing deliveries with their results. */
export function Entregas() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { buscar, canal, estado, desde, pagina = 1, filas = FILAS_INICIALES } = busqueda
  const empresa = useEmpresa()
  const { nombreOf } = useEmpresas()
  const filtros = { search: buscar, canal, estado, desde, empresa }
  const consulta = useQuery(entregasQuery(filtros, pagina, filas))
  const { data } = consulta
  const columnas = useMemo(() => columnasEntrega(nombreOf), [nombreOf])
  const campo = camposOf(busqueda, change)
  const filtrado = Boolean(buscar || canal || estado || desde)
  return (
    <Tabla
      etiqueta="Envíos de avisos"
      clave="entregas"
      titulo={
        <Box role="status" sx={{ fontWeight: 550 }}>
          {data && `${data.total.toLocaleString('es')} ${data.total === 1 ? 'envío' : 'envíos'}`}
        </Box>
      }
      filtros={
        <Box role="search" aria-label="Filtros de envíos" sx={FILTROS}>
          <CampoBuscar {...campo('buscar')} placeholder="Buscar a quién, o por qué" />
          <SelectorFiltro
            valor={canal}
            opciones={CANALES_ENTREGA}
            tell={(c) => CANAL[c]}
            onChange={campo('canal').onChange}
            nombre="Por"
            todas="Por todas las vías"
          />
          <SelectorFiltro
            valor={estado}
            opciones={ESTADOS_ENTREGA}
            tell={(e) => ESTADO[e][0]}
            onChange={campo('estado').onChange}
            nombre="Estado"
            todas="Todos los estados"
          />
          <div>
            <CampoDia {...campo('desde')} etiqueta="Desde" />
          </div>
        </Box>
      }
      columnas={columnas}
      filas={data?.data}
      idOf={idOf}
      tamanos={TAMANOS}
      vista={JSON.stringify(filtros)}
      paginacion={paginacionOf({ pagina, filas }, change, data?.total ?? 0)}
      actualizando={consulta.isPlaceholderData}
      error={
        consulta.error && !data ? `No se han podido cargar los envíos. ${consulta.error.message}` : undefined
      }
      onRetry={() => void consulta.refetch()}
      vacio={
        <EstadoVacio
          texto={filtrado ? 'No hay envíos con esos filtros' : 'Todavía no se ha enviado ningún aviso'}
          ayuda="Aquí queda lo que sale por correo, a dispositivos y a webhooks, y por qué no llega lo que no llega."
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
  )
}
