import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Skeleton from '@mui/material/Skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { DE_PANTALLA, type PantallaVista } from '#contract/resumen/vistas/values'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { FilaVista, type TareaVista } from './fila-vista'
import { busquedaOf, consultaOf, isMisma, vistasQuery } from './queries'
import { SaveVista } from './save-vista'
import { SendVista } from './send-vista'

type Props = { pantalla: PantallaVista; consulta: object; onClose: () => void }

/** Current action: a new view is saved, or an existing one is edited, mailed or deleted. */
type Tarea = { que: 'nueva' } | { que: TareaVista; vista: Vista }

export function PanelVistas({ pantalla, consulta, onClose }: Props) {
  const lista = useQuery(vistasQuery(pantalla))
  const cliente = useQueryClient()
  const navigate = useNavigate()
  const aviso = useAviso()
  const direccion = busquedaOf(useSearch({ strict: false }) as object)
  const [tarea, setTarea] = useState<Tarea>()
  const nueva = useRef<HTMLButtonElement>(null)
  const contenido = { busqueda: direccion, consulta: consultaOf(consulta) }

  const reload = () => cliente.invalidateQueries({ queryKey: vistasQuery(pantalla).queryKey })
  const done = (texto: string) => {
    setTarea(undefined)
    aviso.exito(texto)
    return reload()
  }
  const replace = useMutation({
    mutationFn: ({ id, nombre, compartida }: Vista) =>
      call(api.updateVista, { params: { id }, body: { nombre, compartida, contenido } }),
    onSuccess: () => done('Vista actualizada con los filtros de ahora'),
    onError: (e) => aviso.error(e.message),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Vista) => call(api.removeVista, { params: { id } }),
    onSuccess: async () => {
      await done('Vista eliminada')
      // The element that had the focus is gone.
      nueva.current?.focus()
    },
    onError: (e) => {
      setTarea(undefined)
      aviso.error(e.message)
    },
  })
  const apply = (v: Vista) => {
    onClose()
    void navigate({ to: '.', search: { ...DE_PANTALLA[pantalla].fija, ...v.busqueda } as never })
  }
  const { data } = lista
  const cual = tarea && 'vista' in tarea ? tarea.vista : undefined
  return (
    <>
      <Box component="h2" sx={{ m: 0, px: 4, py: 1, fontSize: 12, fontWeight: 600, color: tono('muted') }}>
        Vistas de {DE_PANTALLA[pantalla].titulo}
      </Box>
      {lista.isPending && (
        <Box aria-busy="true" sx={{ px: 4 }}>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Box>
      )}
      {lista.error && !data && (
        <Fallo
          texto="No se han podido cargar las vistas."
          detalle={lista.error.message}
          onRetry={() => void lista.refetch()}
          ocupado={lista.isFetching}
        />
      )}
      {data?.data.length === 0 && (
        <Box sx={{ px: 4, py: 2, fontSize: 13, color: tono('muted') }}>
          Todavía no hay ninguna. Pon los filtros que usas a menudo y guárdalos aquí con un nombre.
        </Box>
      )}
      {data && data.data.length > 0 && (
        <Box component="ul" aria-label="Vistas guardadas" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.data.map((v) => (
            <FilaVista
              key={v.id}
              vista={v}
              puesta={isMisma(v.busqueda, direccion)}
              onApply={() => apply(v)}
              onTarea={(que) => (que === 'replace' ? replace.mutate(v) : setTarea({ que, vista: v }))}
            />
          ))}
        </Box>
      )}
      <Divider sx={{ my: 2 }} />
      <Button
        ref={nueva}
        color="inherit"
        startIcon={<BookmarkAddOutlined />}
        disabled={!data}
        onClick={() => setTarea({ que: 'nueva' })}
        sx={{ mx: 3 }}
      >
        Guardar esta vista…
      </Button>
      {tarea && (tarea.que === 'nueva' || tarea.que === 'rename') && (
        <SaveVista
          pantalla={pantalla}
          vista={cual}
          contenido={contenido}
          onClose={() => setTarea(undefined)}
          onSaved={() => void done(cual ? 'Vista cambiada' : 'Vista guardada')}
        />
      )}
      {cual && data && tarea?.que === 'send' && (
        <SendVista
          vista={cual}
          correo={data.correo}
          direccion={data.direccion}
          onClose={() => setTarea(undefined)}
          onDone={(texto) => void done(texto)}
        />
      )}
      <Confirm
        abierto={tarea?.que === 'remove'}
        titulo={`¿Eliminar la vista «${cual?.nombre ?? ''}»?`}
        texto={
          cual?.compartida
            ? 'Desaparecerá para todos los de tu empresa, y dejará de enviarse por correo a quien la reciba.'
            : 'Se quitará de la lista, y dejará de enviarse por correo.'
        }
        accion="Eliminar"
        peligro
        ocupado={remove.isPending}
        onConfirm={() => cual && remove.mutate(cual)}
        onCancel={() => setTarea(undefined)}
      />
    </>
  )
}
