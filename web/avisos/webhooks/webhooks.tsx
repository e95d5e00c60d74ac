import AddIcon from '@mui/icons-material/AddOutlined'
import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Webhook } from '#contract/avisos/avisos/avisos'
import { AVISOS } from '#contract/avisos/avisos/values'
import { FILAS_INICIALES } from '../../dominio/administracion/busqueda'
import { useEmpresas, webhooksQuery } from '../../dominio/administracion/queries'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { usePaginas } from '../../dominio/administracion/use-paginas'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { MenuFila } from '../../ui/menu-fila'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { FormularioWebhook } from './formulario'
import { SecretoNuevo } from './secreto-nuevo'

const idOf = (w: Webhook) => String(w.id)
type Pregunta = { que: 'secreto' | 'eliminar'; de: Webhook }

const PREGUNTA = {
  secreto: {
    titulo: 'Cambiar el secreto',
    texto:
      'Durante 24 horas cada envío se firma con el secreto nuevo y con el de antes, para que dé tiempo a cambiarlo en el otro sistema.',
    accion: 'Cambiar',
  },
  eliminar: {
    titulo: 'Eliminar el webhook',
    texto: 'No se le enviará nada más, tampoco lo que espera. No se podrá deshacer.',
    accion: 'Eliminar',
  },
}

/** Webhooks: external systems that get the notices of a company. */
export function Webhooks() {
  const empresa = useEmpresa()
  const { nombreOf } = useEmpresas()
  const consulta = useQuery(webhooksQuery(empresa))
  const { tamanos, paginacion } = usePaginas()
  const aviso = useAviso()
  const [editado, setEditado] = useState<Webhook | 'nuevo'>()
  const [pregunta, setPregunta] = useState<Pregunta>()
  const [secreto, setSecreto] = useState<string>()
  const cambiar = useCambio(
    (w: Webhook) => call(api.updateWebhook, { params: { id: w.id }, body: { activo: !w.activo } }),
    (w) => `Webhook ${w.nombre} ${w.activo ? 'desactivado' : 'activado'}`,
  )
  const eliminar = useCambio(
    (w: Webhook) => call(api.removeWebhook, { params: { id: w.id } }),
    (w) => `Webhook ${w.nombre} eliminado`,
  )
  const renovar = useCambio(
    async (w: Webhook) => setSecreto((await call(api.changeSecreto, { params: { id: w.id } })).secreto),
    (w) => `Secreto de ${w.nombre} cambiado`,
  )
  const probar = useMutation({
    mutationFn: (w: Webhook) => call(api.tryWebhook, { params: { id: w.id } }),
    onSuccess: ({ error }, w) =>
      error ? aviso.error(error) : aviso.exito(`${w.nombre} ha recibido la prueba`),
    onError: (e) => aviso.error(e.message),
  })
  const { mutate: change } = cambiar
  const { mutate: tryIt } = probar
  const columnas = useMemo<Columna<Webhook>[]>(
    () => [
      {
        id: 'nombre',
        titulo: 'Nombre',
        fija: true,
        titular: true,
        ancho: 176,
        valor: (w) => w.nombre.toLocaleLowerCase('es'),
        celda: (w) => <span style={{ fontWeight: 550 }}>{w.nombre}</span>,
      },
      { id: 'url', titulo: 'Dirección', valor: (w) => w.url, celda: (w) => w.url },
      {
        id: 'tipos',
        titulo: 'Qué recibe',
        celda: (w) => (w.tipos.length ? w.tipos.map((t) => AVISOS[t].nombre).join(', ') : 'Todo'),
      },
      {
        id: 'estado',
        titulo: 'Estado',
        entera: true,
        ancho: 240,
        valor: (w) => w.activo,
        celda: (w) => (
          <span style={{ color: tono(w.activo ? 'verde' : w.apagado ? 'rojo' : 'muted'), fontWeight: 550 }}>
            {w.activo ? 'Activo' : w.apagado ? `Apagado: ${w.apagado}` : 'Desactivado'}
            {w.previo_hasta && <span style={{ color: tono('amber') }}> · dos secretos</span>}
          </span>
        ),
      },
      {
        id: 'empresa',
        titulo: 'Empresa',
        ancho: 160,
        valor: (w) => w.empresa,
        celda: (w) => nombreOf(w.empresa),
      },
      {
        id: 'acciones',
        titulo: 'Acciones',
        sinTitulo: true,
        fija: true,
        ancho: 56,
        celda: (w) => (
          <MenuFila
            de={w.nombre}
            opciones={[
              { texto: 'Enviar prueba', Icono: SendIcon, onClick: () => tryIt(w) },
              { texto: 'Editar', Icono: EditIcon, onClick: () => setEditado(w) },
              {
                texto: 'Cambiar el secreto',
                Icono: KeyIcon,
                onClick: () => setPregunta({ que: 'secreto', de: w }),
              },
              {
                texto: w.activo ? 'Desactivar' : 'Activar',
                Icono: w.activo ? BlockIcon : CheckCircleIcon,
                onClick: () => change(w),
              },
              {
                texto: 'Eliminar',
                Icono: DeleteIcon,
                peligro: true,
                onClick: () => setPregunta({ que: 'eliminar', de: w }),
              },
            ]}
          />
        ),
      },
    ],
    [nombreOf, change, tryIt],
  )
  const n = consulta.data?.length
  const botonNuevo = (
    <Button size="small" variant="contained" startIcon={<AddIcon />} onClick={() => setEditado('nuevo')}>
      Nuevo webhook
    </Button>
  )
  const haciendo = pregunta?.que === 'secreto' ? renovar : eliminar
  return (
    <>
      <Tabla
        etiqueta="Webhooks"
        clave="webhooks"
        titulo={
          <Box role="status" sx={{ fontWeight: 550 }}>
            {n !== undefined && `${n.toLocaleString('es')} ${n === 1 ? 'webhook' : 'webhooks'}`}
          </Box>
        }
        acciones={() => botonNuevo}
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        tamanos={tamanos}
        ordenInicial={{ columna: 'nombre', sentido: 'asc' }}
        paginacion={{ ...paginacion, filas: paginacion.filas ?? FILAS_INICIALES }}
        onOpen={setEditado}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar los webhooks. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No hay webhooks"
            ayuda="Un webhook lleva los avisos de la empresa a otro sistema: mantenimiento, un ERP, un chat."
          />
        }
      />
      {editado === 'nuevo' && (
        <ParaEmpresa titulo="Nuevo webhook" onClose={() => setEditado(undefined)}>
          {(suya) => (
            <FormularioWebhook
              webhook={undefined}
              empresa={suya}
              onSecreto={setSecreto}
              onClose={() => setEditado(undefined)}
            />
          )}
        </ParaEmpresa>
      )}
      {editado && editado !== 'nuevo' && (
        <FormularioWebhook
          webhook={editado}
          empresa={editado.empresa}
          onSecreto={setSecreto}
          onClose={() => setEditado(undefined)}
        />
      )}
      {pregunta && (
        <Confirm
          abierto
          peligro={pregunta.que === 'eliminar'}
          {...PREGUNTA[pregunta.que]}
          ocupado={haciendo.isPending}
          onCancel={() => setPregunta(undefined)}
          onConfirm={() => haciendo.mutate(pregunta.de, { onSettled: () => setPregunta(undefined) })}
        />
      )}
      {secreto && <SecretoNuevo secreto={secreto} onClose={() => setSecreto(undefined)} />}
    </>
  )
}
