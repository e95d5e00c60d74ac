import InfoOutlined from '@mui/icons-material/InfoOutlined'
import ReplayIcon from '@mui/icons-material/ReplayOutlined'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { listCuarentena } from '#contract/oir/lecturas/lecturas'
import { CLAVE } from '../../dominio/administracion/queries'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { usePaginas } from '../../dominio/administracion/use-paginas'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { MenuFila } from '../../ui/menu-fila'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { cuarentenaQuery } from './queries'

type Mensaje = z.output<(typeof listCuarentena)['response']>[number]

const idOf = (m: Mensaje) => m.id
const nombreOf = (m: Mensaje) => `mensaje ${m.id}`

export function Cuarentena({ selector }: { selector: ReactNode }) {
  const paginas = usePaginas()
  const consulta = useQuery(cuarentenaQuery(useEmpresa()))
  const [abierto, setAbierto] = useState<Mensaje>()
  const cliente = useQueryClient()
  const aviso = useAviso()
  const { mutate: reprocess, isPending } = useMutation({
    mutationFn: (m: Mensaje) => call(api.replayCuarentena, { params: { id: m.id } }),
    onSuccess: (r) => {
      if (r.rechazadas) {
        aviso.error('El mensaje sigue sin poder leerse.')
        return
      }
      const n = r.aceptadas + r.duplicadas + r.sin_registrar
      aviso.exito(n === 1 ? 'Mensaje leído: 1 lectura' : `Mensaje leído: ${n} lecturas`)
      setAbierto(undefined)
    },
    onError: (e) => aviso.error(e.message),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  const columnas = useMemo<Columna<Mensaje>[]>(
    () => [
      {
        id: 'motivo',
        titulo: 'Motivo',
        fija: true,
        titular: true,
        entera: true,
        valor: (m) => m.motivo,
        celda: (m) => <span title={m.motivo}>{m.detalle || m.motivo}</span>,
      },
      {
        id: 'recibida',
        titulo: 'Recibido',
        ancho: 128,
        valor: (m) => Date.parse(m.recibida),
        celda: (m) => <UltimoAcceso iso={m.recibida} />,
      },
      { id: 'formato', titulo: 'Formato', ancho: 112, valor: (m) => m.formato, celda: (m) => m.formato },
      {
        id: 'via',
        titulo: 'Vía',
        ancho: 88,
        valor: (m) => m.via,
        celda: (m) => m.via.toUpperCase(),
      },
      {
        id: 'lector',
        titulo: 'Lector',
        ancho: 152,
        valor: (m) => m.lector,
        celda: (m) => m.lector ?? '—',
      },
      {
        id: 'veces',
        titulo: 'Veces',
        ancho: 88,
        numerica: true,
        valor: (m) => m.veces,
        celda: (m) => m.veces.toLocaleString('es'),
      },
      {
        id: 'acciones',
        titulo: 'Acciones',
        sinTitulo: true,
        fija: true,
        ancho: 56,
        celda: (m) => (
          <MenuFila
            de={nombreOf(m)}
            opciones={[
              { texto: 'Ver mensaje', Icono: InfoOutlined, onClick: () => setAbierto(m) },
              { texto: 'Reprocesar', Icono: ReplayIcon, onClick: () => reprocess(m) },
            ]}
          />
        ),
      },
    ],
    [reprocess],
  )
  return (
    <>
      <Tabla
        etiqueta="Mensajes en cuarentena"
        clave="admin-cuarentena"
        titulo={selector}
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        ordenInicial={{ columna: 'recibida', sentido: 'desc' }}
        {...paginas}
        onOpen={setAbierto}
        error={
          consulta.error && !consulta.data
            ? `No se ha podido cargar la cuarentena. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="La cuarentena está vacía"
            ayuda="Aquí quedan los mensajes de los lectores que no se han podido leer."
          />
        }
      />
      {abierto && (
        <Dialog open onClose={() => setAbierto(undefined)} maxWidth="sm" fullWidth aria-labelledby="mensaje">
          <DialogTitle id="mensaje">{abierto.detalle || abierto.motivo}</DialogTitle>
          <DialogContent>
            <Box sx={{ fontSize: 13, color: tono('muted') }}>
              {abierto.formato} por {abierto.via.toUpperCase()}
              {abierto.lector && `, de ${abierto.lector}`}
            </Box>
            <Box
              component="pre"
              // A scrollable area must be focusable.
              tabIndex={0}
              aria-label="Mensaje recibido"
              sx={{
                mt: 3,
                mb: 0,
                p: 3,
                maxHeight: 320,
                overflow: 'auto',
                fontFamily: LETRA_MONO,
                fontSize: 12,
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                border: `1px solid ${tono('line')}`,
                borderRadius: '8px',
                bgcolor: tono('ground'),
              }}
            >
              {abierto.muestra}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={() => setAbierto(undefined)}>
              Cerrar
            </Button>
            <Button variant="contained" loading={isPending} onClick={() => reprocess(abierto)}>
              Reprocesar
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
